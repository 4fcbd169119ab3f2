import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import type { Figures } from '#shared/list/summary.ts'
import type { Question } from '#shared/site/questions.ts'
import type { SiteView } from '#shared/site/site-editing.ts'
import { setSite, site } from '#shared/site/site.ts'
import { templates } from '#site/templates.ts'
import { signIn } from '../../../test/people/owner.ts'
import { isLong } from '../../../test/runs.ts'
import { sampleAnswers } from '../../../test/sample-answers.ts'
import { testApp } from '../../../test/test-app.ts'
import { withTemplate } from '../../web/routes/admin/site/with-template.ts'
import { seedPeople } from '../cli/seed-people.ts'
import { type StoredSeed, storeSeeds } from '../joining/store-others.ts'
import { openSites } from './sites.ts'
import { inTransaction } from '../db/query.ts'
import { ROUTES } from '#shared/routes.ts'

const PEOPLE = isLong ? 10_000 : 500

const first = site()
afterEach(() => setSite(first))

/** An owner who publishes other questions, on an empty list. */
async function start() {
  const parts = new AsyncDisposableStack()
  const app = parts.use(await testApp())
  const sites = await openSites({
    pool: app.pool,
    file: null,
    logFailure: (what, error) => expect([what, error]).toBe(''),
    today: () => '2025-01-01',
  })
  const owner = await signIn(app)
  const publish = async (change: (questions: readonly Question[]) => readonly Question[]) => {
    const { newest, document } = (await owner.get(ROUTES.site.path)).json<SiteView>()
    const revision = randomUUID()
    const questions = change((document as unknown as { questions: Question[] }).questions)
    const saved = await app.app.inject({
      method: 'PUT',
      url: ROUTES.saveDraft.path,
      headers: { cookie: owner.cookie },
      payload: { document: { ...document, questions }, base: newest, revision, replaces: null },
    })
    expect(saved.statusCode).toBe(204)
    const published = await owner.post(ROUTES.publishSite.path, { revision })
    expect([published.statusCode, published.json().error]).toEqual([202, undefined])
    await sites.step()
  }
  const read = async () => {
    const figures = (await owner.get('/api/admin/summary?range=all')).json<Figures>()
    const [header, ...lines] = (await owner.get('/api/admin/entries.csv?range=all&order=asc')).payload
      .trim()
      .split('\r\n')
    return { figures, header: header!.split(','), lines }
  }
  return { app, owner, publish, read, step: sites.step, [Symbol.asyncDispose]: () => parts.disposeAsync() }
}

/** The figures about the answers to the first questions. */
const firstFigures = ({ choices: _choices, ...figures }: Figures) => ({ ...figures, funnel: null, period: null })
const publishedIn = (questions: readonly Question[]) => new Set(questions.map(({ name }) => name))
const use = (template: keyof typeof templates) => (questions: readonly Question[]) =>
  withTemplate(questions, templates[template].questions, publishedIn(questions))

test(`${PEOPLE} answers outlast that their questions are removed, made optional and brought back`, async () => {
  await using list = await start()
  const { app, owner, publish, read } = list
  const seeds = [...seedPeople({ count: PEOPLE, first: 1, now: new Date() })]
  const codes: StoredSeed[] = []
  for (let from = 0; from < PEOPLE; from += 500)
    await inTransaction(app.pool, (tx) => storeSeeds(tx, seeds.slice(from, from + 500), codes))
  // As autovacuum does within a minute: on a list of unknown length, verify's statements take the square of the time.
  await app.rows('analyze')
  const before = await read()
  expect(before.figures.totalSignups).toBe(PEOPLE)
  const stored = () => app.rows('select * from waitlist_entries where is_seeded order by joined_position')
  const rows = await stored()
  const barbers = async () => (await owner.get('/api/admin/summary?range=all&industry=Barber&problem=Other')).json()
  const filtered = (await barbers()).totalSignups
  expect(filtered).toBeGreaterThan(0)

  const expectKept = async () => {
    const now = await read()
    expect(firstFigures(now.figures)).toEqual(firstFigures(before.figures))
    const kept = before.header.map((name) => now.header.indexOf(name))
    expect(kept).not.toContain(-1)
    expect(now.lines).toHaveLength(PEOPLE)
    if (now.header.length === before.header.length) expect(now.lines).toEqual(before.lines)
    expect((await barbers()).totalSignups).toBe(filtered)
    expect(await stored()).toEqual(rows)
    expect(await app.verify()).toEqual([])
  }
  await publish(use('shop'))
  expect(site().questions.map(({ name }) => name)).toEqual(['wishes', 'visits', 'neighbourhood'])
  await expectKept()
  await publish((questions) =>
    use('beauty')(questions).map((question) => (question.archived ? question : { ...question, optional: true })),
  )
  await expectKept()
  await publish(use('beauty'))
  expect(site().questions).toEqual(templates.beauty.questions)
  await expectKept()
}, 600_000)

test('whoever joins again keeps the answers to questions that the form no longer asks', async () => {
  await using list = await start()
  const { app, publish } = list
  const email = 'ada@example.com'
  await app.join({ email })
  const { business_name, goals } = await app.entry(email)
  await publish(use('shop'))
  await app.post({ email, ...sampleAnswers(), neighbourhood: undefined })
  expect(await app.entry(email)).toMatchObject({
    business_name,
    goals,
    further_answers: { wishes: ['New things to try'], visits: 'Most days' },
  })
  expect(await app.rows('select full_name from full_names')).toEqual([
    { full_name: sampleAnswers().full_name ?? 'Robin Reed' },
  ])

  await publish(use('beauty'))
  await app.post({ email, ...sampleAnswers(), business_name: 'Second Chair' })
  expect(await app.entry(email)).toMatchObject({
    business_name: 'Second Chair',
    further_answers: { wishes: ['New things to try'], visits: 'Most days' },
  })
  expect(await app.verify()).toEqual([])
})

test('a removed question that nobody has answered is in no file, and one that somebody has answered stays', async () => {
  await using list = await start()
  const { app, owner, publish, read } = list
  await publish(use('shop'))
  await app.post({ email: 'ada@example.com', ...sampleAnswers() })
  const { header, lines } = await read()
  expect(header.slice(0, 10).join(' ')).toBe(
    'email full_name position joined_position referral_code used_referral_code referrals wishes other_wish visits',
  )
  expect(lines[0]).toContain('"New things to try","","Most days","Some words"')
  expect(site().shownQuestions.map(({ name }) => name)).toEqual(['wishes', 'visits', 'neighbourhood'])

  await publish(use('app'))
  expect(
    site()
      .shownQuestions.map(({ name }) => name)
      .join(' '),
  ).toBe('device used_today hopes would_pay wishes visits neighbourhood')
  const found = await owner.get('/api/admin/entries?range=all&answer_visits=Most%20days')
  expect(found.json().entries).toHaveLength(1)
  expect(await app.verify()).toEqual([])
})

test('a removed question that a form from before answers late is shown a second later', async () => {
  await using list = await start()
  const { app, publish, step } = list
  await publish(use('shop'))
  await app.post({ email: 'ada@example.com', ...sampleAnswers(), visits: undefined, neighbourhood: undefined })
  await publish(use('app'))
  const shown = () => site().shownQuestions.map(({ name }) => name)
  expect(shown()).not.toContain('visits')
  const late = { email: 'bea@example.com', wishes: ['New things to try'], visits: 'Most days', site_version: 2 }
  expect(await app.post(late)).toMatchObject({ status: 201 })
  await step()
  expect(shown()).toContain('visits')
  expect(shown()).not.toContain('price_range')
})

test('a list that asks nothing takes an email alone', async () => {
  await using list = await start()
  await list.publish((questions) => questions.map((question) => ({ ...question, archived: true })))
  expect(await list.app.post({ email: 'ada@example.com' })).toMatchObject({ status: 201 })
  expect(await list.app.verify()).toEqual([])
})
