import { expect, test } from 'vitest'
import { setSite, site, sourceSite } from '#shared/site/site.ts'
import { runOnce } from '../../../test/servers/database.ts'
import { emptyDatabase } from '../../../test/servers/migrations.ts'
import { migrate } from '../db/migrate.ts'
import { checkDocument } from './check-document.ts'
import { showPublished } from './sites.ts'
import { onOwnClient } from '../db/pool.ts'

const VIMEO = 'https://player.vimeo.com/video/1?h=2'

/** A document of 1.0. */
function filmed(film: { file: string; embed: string | null }, more = {}) {
  const { address: _address, ...words } = sourceSite.landing.film
  return JSON.stringify({ ...sourceSite, ...more, landing: { ...sourceSite.landing, film: { ...words, ...film } } })
}

test('films of 1.0: an embedded one and the drawn one stay, and one that was uploaded leaves the page without a film', async () => {
  await using database = await emptyDatabase()
  const { connection } = database
  await migrate(connection, { until: 78 })
  const own = '/film/0123456789abcdef0123456789abcdef.mp4'
  const documents = [
    filmed({ file: '/film/film.mp4', embed: null }),
    filmed({ file: '/film/film.mp4', embed: VIMEO }),
    filmed({ file: own, embed: null }),
    JSON.stringify({ brand: sourceSite.brand }),
  ]
  for (const [index, document] of documents.entries())
    await runOnce(
      connection,
      `insert into site_versions (number, document) values (${index + 1}, $json$${document}$json$)`,
    )
  const draft = filmed({ file: own, embed: null }, { form: { ...sourceSite.form, title: 'A \0 and \ud800' } })
  await runOnce(
    connection,
    `insert into site_draft (id, document, base, revision) values (1, $json$${draft}$json$, 4, 7)`,
  )

  await migrate(connection)

  const { rows } = await runOnce(connection, 'select document from site_versions order by number')
  const films = rows.map(({ document }) => document.landing?.film)
  const { film } = sourceSite.landing
  expect(films).toEqual([film, { ...film, address: VIMEO }, { ...film, address: '' }, undefined])
  for (const { document } of rows) expect(checkDocument(document, sourceSite)).toEqual([])
  // What no jsonb can hold stays as it was.
  const { rows: drafts } = await runOnce(connection, 'select document::text as text from site_draft')
  expect(drafts).toEqual([{ text: draft }])
})

/** Reworded and archived, as the editor of 1.0 did, with two questions that the owner added and archived. */
function ownQuestions() {
  const archived = { kind: 'text', placeholder: 'A few words', archived: true }
  const questions = structuredClone(sourceSite.questions) as unknown as {
    name: string
    label: string
    question: string
    choices?: (string | { value: string; label: string; archived?: boolean })[]
    archived?: boolean
  }[]
  const industry = questions.find(({ name }) => name === 'job_industry')!
  industry.question = 'What do you bake?'
  industry.label = 'Trade'
  industry.choices![0] = { value: industry.choices![0] as string, label: 'Bread' }
  industry.choices![1] = { value: industry.choices![1] as string, label: 'Cake', archived: true }
  return [
    ...questions,
    { name: 'motto', label: 'Motto', question: 'What is your motto?', ...archived },
    { name: 'oven', label: 'Oven', question: 'Which oven?', ...archived },
  ]
}

test('a site of 1.0 keeps its questions, reworded and archived, and its words, in the blocks of the page of 1.0', async () => {
  const before = site()
  await using database = await emptyDatabase()
  const { connection } = database
  await migrate(connection, { until: 78 })
  const { blocks: _b, row: _r, stories: _s, logos: _l, answers: _a, ...landing } = sourceSite.landing
  const { address: _address, ...film } = landing.film
  const text =
    'Leave your email, answer {questions} short questions, and you have a place in the queue. Every friend who follows counts for you.'
  const document = {
    ...sourceSite,
    languages: undefined,
    brand: { ...sourceSite.brand, name: 'Kneadly', launch: '3 May 2099', opensLine: '{brand} opens in {launch}.' },
    look: { color: '#2f6b4f', logo: null },
    questions: ownQuestions(),
    landing: {
      ...landing,
      lead: 'Bread at seven.',
      ready: { ...landing.ready, text },
      film: { ...film, file: '/film/film.mp4', embed: null },
    },
  }
  await runOnce(
    connection,
    `insert into site_versions (number, document) values (6, $json$${JSON.stringify(document)}$json$);
     insert into waitlist_entries (id, email, joined_position, referral_code, newest_code, job_industry, further_answers)
     values ('00000000-0000-4000-8000-000000000001', 'ada@example.com', 1, 'AAAAAA', 'AAAAAA', 'Barber', '{"motto": "Slowly"}')`,
  )

  await migrate(connection)
  try {
    await onOwnClient(connection, showPublished)
    const shown = site()
    expect(shown.everyQuestion).toEqual(document.questions)
    expect(shown.questions.map(({ label }) => label)).toContain('Trade')
    expect(shown.questionCount).toBe(7)
    const further = (questions: typeof shown.questions) => questions.slice(7).map(({ name }) => name)
    expect([further(shown.everyQuestion), further(shown.shownQuestions)]).toEqual([['motto', 'oven'], ['motto']])
    expect(shown).toMatchObject({
      version: 6,
      brand: { name: 'Kneadly', opensLine: 'Kneadly opens 3 May 2099.' },
      look: { template: 'beauty', color: '#2f6b4f', paper: sourceSite.look.paper, face: 'fraunces', queue: 'chair' },
      landing: { lead: 'Bread at seven.', blocks: ['hero', 'problem', 'belief', 'film', 'features', 'ready'] },
    })
    expect(shown.landing.ready.text).toContain('Leave your email, answer seven short questions, and')
    const { rows } = await runOnce(connection, 'select document from site_versions')
    expect(checkDocument(rows[0].document, rows[0].document)).toEqual([])
    const { rows: people } = await runOnce(connection, 'select job_industry, further_answers from waitlist_entries')
    expect(people).toEqual([{ job_industry: 'Barber', further_answers: { motto: 'Slowly' } }])
  } finally {
    setSite(before)
  }
})
