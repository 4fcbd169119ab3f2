import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Script } from 'node:vm'
import pg from 'pg'
import { expect, test } from 'vitest'
import type { ActsPage } from '#shared/list/acts.ts'
import { type Question, toAnswers } from '#shared/site/questions.ts'
import type { QuestionChange } from '#shared/site/site-editing.ts'
import { sourceSite } from '#shared/site/site.ts'
import { inWords } from '#shared/values/numbers.ts'
import { createDatabase } from '../../../test/servers/database.ts'
import { OWNER_PASSWORD } from '../../../test/people/owner-password.ts'
import { sampleAnswers } from '../../../test/sample-answers.ts'
import { addressOf, databaseOf, newPlace, startServer } from '../../../test/servers/server.ts'
import { siteOwner } from '../../../test/people/site-owner.ts'
import { checkDocument } from './check-document.ts'
import { completed } from './completed.ts'
import { longTest } from '../../../test/runs.ts'
import { ROUTES } from '#shared/routes.ts'

const NAME = 'Second Sun & <Co> $& __PLAIN__ __EMBED__ __COLORS__ <!--plain--> <!--origin-->'
const LIVE = { timeout: 120_000, interval: 100 }
const SALON: Question = {
  name: 'salon_size',
  kind: 'one',
  label: 'Salon',
  question: 'How many chairs has your salon?',
  choices: [
    { value: 'one', label: 'One' },
    { value: 'more', label: 'More' },
  ],
}

/** Servers on one database, each with a data directory of its own. */
async function start(count: 1 | 2) {
  const parts = new AsyncDisposableStack()
  const database = await createDatabase()
  parts.defer(() => database.drop())
  const startOne = async () => {
    const place = parts.use(await newPlace())
    const env = { ...databaseOf(database.connection), ADMIN_PASSWORD: OWNER_PASSWORD, DATA_DIR: place.env.DATA_DIR }
    return addressOf(parts.use(startServer({ ...env, RATE_LIMIT: 'off' })))
  }
  const here = await startOne()
  const there = count === 2 ? await startOne() : here
  const client = new pg.Client(database.connection)
  parts.defer(() => client.end())
  await client.connect()
  return { here, there, client, [Symbol.asyncDispose]: () => parts.disposeAsync() }
}

async function textOf(url: string): Promise<string> {
  return (await fetch(url)).text()
}

function siteIn(html: string) {
  const [, folder, data] = /<script type="application\/json" id="site" data-folder="([^"]+)">(.+?)<\/script>/s.exec(
    html,
  )!
  return { folder: folder!, data: JSON.parse(data!) as { version: number; brand: { name: string } } }
}

function joinAs(address: string, email: string, more: object) {
  return fetch(address + ROUTES.join.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...sampleAnswers(), email, ...more }),
  })
}

test('an owner publishes a name, a colour and a question, on every server and without a restart, and takes it back', async () => {
  await using servers = await start(2)
  const { here, there, client } = servers
  const owner = await siteOwner(here)
  const before = siteIn(await textOf(there))
  expect([before.data.version, before.data.brand.name]).toEqual([1, sourceSite.brand.name])

  const published = await owner.publish((site) => {
    site.brand.name = NAME
    site.look.color = '#8fb4ff'
    site.landing.headline.after = 'business under the {brand}.'
    const goals = site.questions.find(({ name }) => name === 'goals')!
    if ('choices' in goals)
      site.questions = site.questions.map((one) =>
        one === goals ? { ...goals, choices: [...goals.choices, 'Sleep'] } : one,
      )
    site.questions = [...site.questions, SALON]
  })
  expect([published.status, await published.json()]).toEqual([202, { number: 2 }])
  await expect.poll(async () => siteIn(await textOf(there)).data.version, LIVE).toBe(2)
  await expect.poll(async () => siteIn(await textOf(here)).data.version, LIVE).toBe(2)

  const html = await textOf(there)
  const asked = sourceSite.questions.filter(({ archived }) => !archived)
  const escaped = NAME.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  expect(html).toContain(`<title>${escaped}: join the waitlist</title>`)
  expect(html).toContain(`business under the ${escaped.replaceAll('>', '&gt;')}.`)
  // What an owner types is filled in nowhere.
  expect(siteIn(html).data.brand.name).toBe(NAME)
  const embed = await textOf(`${there}/embed.js`)
  expect(embed).toContain(JSON.stringify(NAME))
  expect(() => new Script(embed)).not.toThrow()
  expect(html).toContain(`${inWords(asked.length + 1)} short questions`)
  const { folder } = siteIn(html)
  for (const file of ['form.json', 'colors.css'])
    for (const address of [here, there]) expect((await fetch(`${address}${folder}/${file}`)).status).toBe(200)
  expect(await textOf(`${there}${folder}/colors.css`)).toContain('--color-velvet: #8fb4ff')
  expect(await textOf(`${there}/manifest.webmanifest`)).toContain(`${NAME} waitlist`)
  // A page that was open before finds its files, and its form is accepted.
  expect((await fetch(`${there}${before.folder}/form.json`)).status).toBe(200)
  expect((await joinAs(there, 'old@example.com', { site_version: 1 })).status).toBe(201)
  const lacking = await joinAs(there, 'new@example.com', { site_version: 2 })
  expect([lacking.status, ((await lacking.json()) as { error: { fields: object } }).error.fields]).toEqual([
    400,
    { salon_size: expect.any(String) },
  ])
  expect(
    (await joinAs(here, 'new@example.com', { site_version: 2, salon_size: 'more', goals: ['Sleep'] })).status,
  ).toBe(201)
  const { rows } = await client.query(
    'select email, site_version, further_answers from waitlist_entries order by email',
  )
  const { further_answers } = toAnswers(sampleAnswers())
  expect(rows).toEqual([
    { email: 'new@example.com', site_version: 2, further_answers: { ...further_answers, salon_size: 'more' } },
    { email: 'old@example.com', site_version: 1, further_answers },
  ])

  // The new choice has a slot: without one, people who choose it would not be counted.
  expect((await client.query("select kind from choice_slots where name = 'Sleep'")).rows).toEqual([{ kind: 'goal' }])

  // The site has a history in place of an undo.
  const { acts } = (await (await owner.send('GET', ROUTES.acts.path)).json()) as ActsPage
  expect(acts[0]).toMatchObject({ kind: 'publish', params: { number: 2 }, can_undo: false })
  const undo = await owner.send('POST', `${ROUTES.acts.path}/${acts[0]!.id}/undo`, {})
  expect([undo.status, await undo.json()]).toMatchObject([409, { error: { code: 'act-final' } }])
  expect((await owner.send('POST', ROUTES.publishSite.path, { version: 1 })).status).toBe(202)
  await expect.poll(async () => siteIn(await textOf(there)).data.version, LIVE).toBe(3)
  const view = await owner.view()
  expect(siteIn(await textOf(there)).data.brand.name).toBe(sourceSite.brand.name)
  // The question is archived, not removed: its key cannot be used again, and its answers stay.
  expect((view.document.questions as Question[]).at(-1)).toEqual({ ...SALON, archived: true })
  expect(view.versions[0]!.changes.map(({ path }) => path)).toContain('questions.salon_size')
  const { changes } = (await (await owner.send('GET', ROUTES.questionChanges.path)).json()) as {
    changes: QuestionChange[]
  }
  expect(changes.filter(({ question }) => question === 'goals').map(({ before, after }) => [before, after])).toEqual([
    ['Sleep', null],
    [null, 'Sleep'],
  ])
  const csv = await owner.send('GET', ROUTES.entriesCsv.path)
  expect(await csv.text()).toMatch(/salon_size/)
})

test('what is wrong with a draft has its place and one sentence, two owners lose nothing, and nothing half right is published', async () => {
  await using servers = await start(1)
  const { here } = servers
  const [one, other] = [await siteOwner(here), await siteOwner(here)]
  await one.save((site) => {
    site.brand.name = ' '
    site.brand.supportEmail = 'nobody'
    site.look.color = 'brown'
    site.landing.lead = 'Hello {nobody}'
    site.landing.launch = 'x'.repeat(500)
    site.landing.film.address = 'http://salon.example/film.mp4'
    site.brand.launch = '{brand}'
    Object.assign(site.landing, { script: 'x' })
    site.questions = [...site.questions.slice(1), { ...SALON, name: 'Email!', choices: ['Yes', ' yes'] }]
  })
  // The unknown part is reported first. Most other checks run only once it is deleted.
  expect((await one.check()).problems.map(({ path }) => path)).toContain('landing.script')
  await one.save((site) => delete (site.landing as Record<string, unknown>).script)
  await one.save((site) => {
    site.brand.name = 'Sun'
    site.landing.lead = sourceSite.landing.lead
    site.landing.launch = sourceSite.landing.launch
  })
  const { problems } = await one.check()
  const last = sourceSite.questions.length - 1
  expect(problems.map(({ path }) => path)).toEqual([
    'look.color',
    'brand.launch',
    'brand.supportEmail',
    'landing.film.address',
    'questions',
    `questions.${last}.name`,
    `questions.${last}.choices.1`,
  ])
  expect(problems[0]!.sentence).toBe(`must be a colour like ${sourceSite.look.color}`)
  const refused = await one.send('POST', ROUTES.publishSite.path, { revision: (await one.view()).draft!.revision })
  expect(refused.status).toBe(400)

  const mine = (await one.view()).draft!
  expect((await other.save((site) => (site.brand.name = 'Theirs'))).status).toBe(204)
  const late = { ...mine, revision: randomUUID(), replaces: mine.revision }
  expect((await one.send('PUT', ROUTES.saveDraft.path, late)).status).toBe(409)
  expect((await one.view()).draft!.document.brand).toMatchObject({ name: 'Theirs' })
  expect((await one.view()).newest).toBe(1)
})

test('a document whose files are gone is not published, and the owner reads why', async () => {
  await using servers = await start(1)
  const owner = await siteOwner(servers.here)
  const refused = await owner.publish((site) => {
    site.look.logo = { hash: '0'.repeat(32), width: 40, height: 40, hasName: false } as never
  })
  const answer = (await refused.json()) as { error: { code: string }; reason: string }
  expect([refused.status, answer.error.code, answer.reason]).toEqual([
    503,
    'site-not-drawn',
    'Its logo is not here. Send it again.',
  ])
  const view = await owner.view()
  expect([view.newest, view.draft?.document.look]).toMatchObject([1, { logo: { width: 40 } }])
})

longTest('a file of an engineer is the site, and a start refuses one that drops a question', async () => {
  await using place = await newPlace()
  const file = join(place.folder, 'site.json')
  const database = await createDatabase()
  const env = {
    ...databaseOf(database.connection),
    DATA_DIR: place.env.DATA_DIR,
    ADMIN_PASSWORD: OWNER_PASSWORD,
    SITE_FILE: file,
  }
  await writeFile(file, JSON.stringify({ brand: { name: 'From git' }, questions: [...sourceSite.questions, SALON] }))
  {
    await using server = startServer(env)
    const address = await addressOf(server)
    await expect.poll(async () => siteIn(await textOf(address)).data.brand.name, LIVE).toBe('From git')
    const owner = await siteOwner(address)
    expect((await owner.view()).file).toBe(file)
    expect((await owner.save((site) => (site.brand.name = 'Other'))).status).toBe(409)
  }
  await writeFile(file, JSON.stringify({ brand: { name: 'From git' } }))
  const refused = await startServer(env).end
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining('lack salon_size, which people have been asked'),
  ])
  await writeFile(
    file,
    JSON.stringify({ brand: { name: 'From git', nmae: 'A slip' }, questions: [...sourceSite.questions, SALON] }),
  )
  const mistyped = await startServer(env).end
  expect([mistyped.code, mistyped.stderr]).toEqual([1, expect.stringContaining('brand.nmae is not a part of a site.')])
  await database.drop()
})

test('a document of 1.0 is published although some of its parts are gone', () => {
  const place = { ...sourceSite.place, live: 'Live', leave: { ...sourceSite.place.leave, goes: 'Now' } }
  const former = { ...sourceSite, place, receipt: { title: 'Deleted' } }
  expect(checkDocument(former, sourceSite)).toEqual([])
  expect(completed(former)).toEqual(sourceSite)
})

test('labels for further questions in the welcome mail stay, and are checked like other texts', () => {
  const labels = { ...sourceSite.mails.welcome.answers.labels, salon_size: 'Your salon' }
  const withLabels = (labels: object) =>
    completed({ mails: { ...sourceSite.mails, welcome: { ...sourceSite.mails.welcome, answers: { labels } } } })

  expect(withLabels(labels).mails.welcome.answers.labels).toEqual(labels)
  expect(checkDocument(withLabels(labels), sourceSite)).toEqual([])
  expect(checkDocument(withLabels({ ...labels, salon_size: 12 }), sourceSite)).toEqual([
    { path: 'mails.welcome.answers.labels.salon_size', sentence: 'must be a text' },
  ])
})

test('publishing another support address, or taking it back, needs a recent proof; publishing other words does not', async () => {
  await using list = await start(1)
  const owner = await siteOwner(list.here)
  const age = () => list.client.query(`update admin_sessions set proven_at = now() - interval '1 hour'`)
  const code = async (answer: Response) => ((await answer.json()) as { error: { code: string } }).error.code
  await age()
  expect((await owner.publish(({ brand }) => void (brand.name = 'Bake'))).status).toBe(202)
  const elsewhere = await owner.publish(({ brand }) => void (brand.supportEmail = 'rival@elsewhere.example'))
  expect([elsewhere.status, await code(elsewhere)]).toEqual([403, 'password-needed'])
  const { draft, document } = await owner.view()
  expect((document as typeof sourceSite).brand.supportEmail).toBe(sourceSite.brand.supportEmail)

  await owner.send('POST', ROUTES.prove.path, { password: OWNER_PASSWORD })
  const again = await owner.send('POST', ROUTES.publishSite.path, { revision: draft!.revision })
  expect(again.status).toBe(202)
  await age()
  const back = await owner.send('POST', ROUTES.publishSite.path, { version: 1 })
  expect([back.status, await code(back)]).toEqual([403, 'password-needed'])
})
