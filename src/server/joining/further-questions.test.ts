import { expect, test } from 'vitest'
import { site } from '#shared/site/site.ts'
import type { Question } from '#shared/site/questions.ts'
import { addEntries, summarizeEntries } from '#shared/list/summarize.ts'
import { periodOf } from '#shared/list/period.ts'
import { Summary } from '#shared/list/summary.ts'
import { importingOwner } from '../../../test/people/importing-owner.ts'
import { fakeBeehiiv } from '../../../test/services/fake-beehiiv.ts'
import { fakeNotion } from '../../../test/services/fake-notion.ts'
import { hurryUntil } from '../../../test/hurry.ts'
import { signIn } from '../../../test/people/owner.ts'
import { until } from '../../../test/servers/process.ts'
import { withSite } from '../../../test/with-site.ts'
import { testApp } from '../../../test/test-app.ts'
import { seedPeople } from '../cli/seed-people.ts'
import { storeSeeds } from './store-others.ts'
import { inTransaction } from '../db/query.ts'

/** The questions that an owner might add to src/site/questionnaire.ts, one of each kind. No other file changes. */
const FURTHER: Question[] = [
  { name: 'motto', kind: 'text', label: 'Motto', question: 'What is your motto?', placeholder: 'A few words' },
  { name: 'rents_chair', kind: 'yes-no', label: "Rents a 'chair'", question: 'Do you rent a chair?' },
  {
    name: 'booked_by',
    kind: 'one',
    label: 'Booked by',
    question: 'How do clients book?',
    choices: ['Phone', 'Instagram', 'Other'],
    other: 'other_booking',
  },
  {
    name: 'skills',
    kind: 'many',
    label: 'Skills',
    question: 'What do you do?',
    choices: ['Colour', 'Cut', 'Perm'],
  },
]

// Removes further questions that the site already has, because they would add to the expected lists.
const first = 'full_name business_name is_solo_provider job_industry problems goals price_range'.split(' ')
withSite({ questions: [...site().questions.filter(({ name }) => first.includes(name)), ...FURTHER] })

const ANSWERS = {
  motto: '=Sharp, always',
  rents_chair: true,
  booked_by: 'Other',
  other_booking: 'A pigeon',
  skills: ['Cut', 'Perm'],
}
const STORED = ANSWERS

test('answers to further questions are validated like all others', async () => {
  await using app = await testApp()
  const { motto: _, ...without } = ANSWERS
  for (const [answers, field] of [
    [{ ...without, motto: undefined }, 'motto'],
    [{ ...ANSWERS, rents_chair: 'yes' }, 'rents_chair'],
    [{ ...ANSWERS, booked_by: 'Fax' }, 'booked_by'],
    [{ ...ANSWERS, other_booking: ' ' }, 'other_booking'],
    [{ ...ANSWERS, skills: [] }, 'skills'],
    [{ ...ANSWERS, skills: ['Cut', 'Cut'] }, 'skills'],
  ] as const) {
    await expect(app.join(answers)).rejects.toThrow(`"${field}":`)
  }
  expect(await app.rows('select from waitlist_entries')).toEqual([])
})

test.each([
  ['the database', {}],
  ['columns in memory', { columns: {} }],
])(
  'answers to further questions are stored, kept when they change, shown, filtered by %s, counted and exported',
  async (_by, options) => {
    await using app = await testApp(options)
    await app.join({ email: 'ada@example.com', ...ANSWERS })
    await app.join({ email: 'bea@example.com', ...ANSWERS, booked_by: 'Phone', skills: ['Cut'], rents_chair: false })
    await app.join({ email: 'ada@example.com', ...ANSWERS, skills: ['Perm'] })

    const entry = await app.entry('ada@example.com')
    expect(entry.further_answers).toEqual({ ...STORED, skills: ['Perm'] })
    expect(await app.rows('select answers from entry_revisions')).toEqual([
      { answers: expect.objectContaining({ further_answers: STORED }) },
    ])
    // The text beside an Other that is not chosen is dropped.
    expect((await app.entry('bea@example.com')).further_answers).not.toHaveProperty('other_booking')

    const owner = await signIn(app)
    const { entry: shown, history } = (await owner.get(`/api/admin/entries/${entry.id}`)).json()
    expect(shown.further_answers).toEqual({ ...STORED, skills: ['Perm'] })
    expect(history.revisions[0].further_answers).toEqual(STORED)

    const summary = (await owner.get('/api/admin/summary?range=all')).json()
    expect(namesAndValues(summary.choices)).toEqual({
      rents_chair: { Yes: 1, No: 1 },
      booked_by: { Phone: 1, Other: 1 },
      skills: { Cut: 1, Perm: 1 },
    })
    for (const [query, email] of [
      ['answer_skills=Perm', 'ada@example.com'],
      ['answer_rents_chair=No', 'bea@example.com'],
      ['answer_booked_by=Phone&answer_skills=Cut&q=bea', 'bea@example.com'],
    ]) {
      for (const sort of ['submitted', 'launch']) {
        const { entries } = (await owner.get(`/api/admin/entries?range=all&sort=${sort}&${query}`)).json()
        expect(entries).toEqual([expect.objectContaining({ email })])
      }
      const filtered = (await owner.get(`/api/admin/summary?range=all&${query}`)).json()
      expect(filtered.totalSignups).toBe(1)
      const csv = (await owner.get(`/api/admin/entries.csv?range=all&${query}`)).payload.trim().split('\r\n')
      expect(csv).toHaveLength(2)
      expect(csv[1]).toContain(email)
    }
    const [header, line] = (await owner.get('/api/admin/entries.csv?range=all&order=asc')).payload.split('\r\n')
    expect(header).toContain(',price_range,motto,rents_chair,booked_by,other_booking,skills,')
    expect(line).toContain(`,"'=Sharp, always",yes,"Other","A pigeon","Perm",`)
    await expectConsistent(app)
  },
)

test('the preview of an import shows yes and no answers to further questions as such', async () => {
  await using app = await testApp()
  const owner = await importingOwner(app)
  const file = 'email,is_solo_provider,rents_chair\nann@old.example,no,yes\n'
  expect(await owner.dryRun(file)).toMatchObject({ people: [{ answers: ['Group', 'Yes'] }] })
})

test('the browser counts its kept further answers as the server does', async () => {
  await using app = await testApp()
  await app.join(ANSWERS)
  const owner = await signIn(app)
  const summary = Summary.parse((await owner.get('/api/admin/summary?range=all')).json())
  const now = new Date()
  const local = { email: 'local@example.com', further_answers: { skills: ['Cut'], rents_chair: true } }
  const both = addEntries(summary, [local], { filters: { range: 'all' }, now })
  expect(namesAndValues(both.choices)).toMatchObject({ skills: { Cut: 2, Perm: 1 }, rents_chair: { Yes: 2 } })

  const filters = { range: 'all', answer_skills: 'Perm' } as const
  const period = periodOf(filters, { now, timeZone: 'Europe/London' })
  expect(summarizeEntries([local], { filters, period, now }).totalSignups).toBe(0)
})

test('made-up people answer further questions too', async () => {
  await using app = await testApp()
  const seeds = [...seedPeople({ count: 200, first: 1, now: new Date('2026-01-01') })]
  await inTransaction(app.pool, (tx) => storeSeeds(tx, seeds, []))
  for (const { answers } of seeds) {
    expect(answers.further_answers).toMatchObject({ motto: expect.any(String), rents_chair: expect.any(Boolean) })
    expect(answers.further_answers!.skills).not.toHaveLength(0)
    const isOther = answers.further_answers!.booked_by === 'Other'
    expect(Object.hasOwn(answers.further_answers!, 'other_booking')).toBe(isOther)
  }
  await expectConsistent(app)
})

test('Notion gets the further answers it has properties for; missing properties are reported and cause no pause', async () => {
  await using notion = await fakeNotion()
  await using app = await testApp({ work: true, services: { notion: notion.config } })
  delete notion.properties.Motto
  notion.properties.Skills = 'rich_text'
  await app.join(ANSWERS)
  await until(() => notion.pages.length === 1)

  const { properties } = notion.pages[0]!
  expect(properties).toMatchObject({
    "Rents a 'chair'": { checkbox: true },
    'Booked by': { select: { name: 'Other' } },
    'Booked by: Other': { rich_text: [{ text: { content: 'A pigeon' } }] },
  })
  expect(properties).not.toHaveProperty('Motto')
  expect(properties).not.toHaveProperty('Skills')
  const owner = await signIn(app)
  const notionOf = async () => (await owner.get('/api/admin/integrations')).json().integrations[1]
  await until(async () => (await notionOf()).problems.includes('Add a property "Motto" of type Text.'))
  const tested = (await owner.post('/api/admin/integrations/notion/test')).json()
  expect(tested).toMatchObject({
    ok: true,
    problems: [
      'Add a property "Motto" of type Text.',
      'Change the type of the property "Skills" to Multi-select: it is Text.',
    ],
  })

  // People are still delivered after a property is deleted that the cached schema still has.
  delete notion.properties['Booked by']
  await app.join(ANSWERS)
  await hurryUntil(app, () => notion.pages.length === 2)
  expect(notion.pages[1]!.properties).not.toHaveProperty('Booked by')
})

test('Beehiiv gets the choices from further questions, and no typed text', async () => {
  await using beehiiv = await fakeBeehiiv()
  await using app = await testApp({ work: true, services: { beehiiv: beehiiv.config } })
  await app.join(ANSWERS)
  await until(() => beehiiv.subscriptions.length === 1)
  const sent = JSON.stringify(beehiiv.calls.map(({ body }) => body ?? null))
  expect(sent).toContain('"Cut; Perm"')
  expect(sent).not.toContain('Sharp')
  expect(sent).not.toContain('pigeon')
})

type Chart = { question: string; items: { name: string; value: number }[] }

function namesAndValues(charts: Chart[]) {
  return Object.fromEntries(
    charts.map(({ question, items }) => [question, Object.fromEntries(items.map(({ name, value }) => [name, value]))]),
  )
}

async function expectConsistent(app: Awaited<ReturnType<typeof testApp>>) {
  expect(await app.verify()).toEqual([])
}
