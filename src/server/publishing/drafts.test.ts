import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { paths } from '#shared/site/paths.ts'
import type { Question } from '#shared/site/questions.ts'
import type { DraftCheck, DraftToSave, PreviewLink } from '#shared/site/site-editing.ts'
import { type SiteDocument, sourceSite } from '#shared/site/site.ts'
import { signIn } from '../../../test/people/owner.ts'
import { newPlace } from '../../../test/servers/server.ts'
import { DIST } from '../../../test/servers/dist.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { publishFile } from './sites.ts'
import { dropDraft, insertFirst, insertVersion, lockNewest } from './queries.ts'
import { inTransaction } from '../db/query.ts'
import { ROUTES } from '#shared/routes.ts'

type Save = Pick<DraftToSave, 'document'> & Partial<DraftToSave>

/** An owner with a draft, on a list whose first version is published. */
async function drafting(app: TestApp, document: object) {
  await insertFirst(app.pool, sourceSite)
  const owner = await signIn(app)
  const headers = { cookie: owner.cookie }
  /** Begins a draft, unless told otherwise. Resolves to the status. */
  const save = async (draft: Save): Promise<number> => {
    const payload = { base: 1, revision: randomUUID(), replaces: null, ...draft }
    return (await app.app.inject({ method: 'PUT', url: ROUTES.saveDraft.path, headers, payload })).statusCode
  }
  const revision = randomUUID()
  expect(await save({ document: document as DraftToSave['document'], revision })).toBe(204)
  return {
    revision,
    save,
    discard: async (...revisions: string[]): Promise<number> =>
      (await app.app.inject({ method: 'DELETE', url: ROUTES.saveDraft.path, headers, payload: { revisions } }))
        .statusCode,
    check: async () => (await owner.post(ROUTES.checkDraft.path)).json<DraftCheck>(),
    publish: () => owner.post(ROUTES.publishSite.path, { revision }),
  }
}

const named = (name: string) => ({ ...sourceSite, brand: { ...sourceSite.brand, name } })

test('a draft from before an update is checked and published with the parts that the update added', async () => {
  await using app = await testApp()
  const { contact: _contact, landing, ...parts } = sourceSite
  const { lead: _lead, ...words } = landing
  const brand = { ...sourceSite.brand, name: 'Second Sun' }
  const { check, publish } = await drafting(app, { ...parts, brand, landing: words })

  const { problems, changes } = await check()
  expect([problems, changes.map(({ path }) => path)]).toEqual([[], ['brand.name']])
  expect((await publish()).statusCode).toBe(202)
  const [version] = await app.rows('select document from site_versions order by number desc limit 1')
  expect(version).toEqual({ document: { ...sourceSite, brand } })
})

test('a new question cannot have a key that would be the name of two columns, and one that was asked keeps it', async () => {
  await using app = await testApp()
  const asked = { label: 'Asked', question: 'What do you say?' }
  const added: Question[] = [
    ...['state', 'created_at', 'when'].map((name): Question => ({
      ...asked,
      name,
      kind: 'text',
      placeholder: 'A few words',
    })),
    { ...asked, name: 'booked_by', kind: 'one', choices: ['Phone', 'Other'], other: 'position' },
  ]
  const document = { ...sourceSite, questions: [...sourceSite.questions, ...added] } as unknown as SiteDocument
  const { check } = await drafting(app, document)

  const first = sourceSite.questions.length
  expect((await check()).problems).toEqual(
    [`${first}.name`, `${first + 1}.name`, `${first + 3}.other`].map((path) => ({
      path: `questions.${path}`,
      sentence: 'cannot be a key',
    })),
  )
  await insertVersion(app.pool, { number: 2, document, actId: null })
  expect((await check()).problems).toEqual([])
})

test('a file with null in place of a part, or an unknown drawing, ends the start with a sentence about the part', async () => {
  await using app = await testApp()
  await insertFirst(app.pool, sourceSite)
  await using place = await newPlace()
  const file = join(place.folder, 'site.json')
  const list = sourceSite.landing.features.list.with(0, {
    ...sourceSite.landing.features.list[0],
    tool: 'bread',
  } as never)
  const landing = { ...sourceSite.landing, features: { ...sourceSite.landing.features, list } }

  for (const [site, sentence] of [
    [{ brand: null }, 'brand must be an object with its parts.'],
    [{ landing }, 'landing.features.list.0.tool must be one of loaf,'],
  ] as const) {
    await writeFile(file, JSON.stringify(site))
    await expect(publishFile(app.pool, file)).rejects.toThrow(sentence)
  }
})

test('a save replaces only what it was typed from, also if the answer about that was lost', async () => {
  await using app = await testApp()
  const { revision, save } = await drafting(app, named('Mine'))
  const next = randomUUID()

  expect(await save({ document: named('Theirs'), replaces: randomUUID() })).toBe(409)
  expect(await save({ document: named('Theirs') })).toBe(409)
  // Sent once more.
  expect(await save({ document: named('Mine'), revision })).toBe(204)
  const later = { document: named('Later'), revision: next, replaces: revision }
  expect([await save(later), await save(later)]).toEqual([204, 204])
  // The first request arrives late.
  expect(await save({ document: named('Mine'), revision })).toBe(409)
  expect(await app.rows("select revision, document #>> '{brand,name}' as name from site_draft")).toEqual([
    { revision: next, name: 'Later' },
  ])
})

test('a revision of a draft that was published or discarded replaces nothing in a later draft', async () => {
  await using app = await testApp()
  const { revision, save, publish, discard } = await drafting(app, named('Mine'))
  expect((await publish()).statusCode).toBe(202)

  // A draft that began from the version before would take the published words back.
  expect(await save({ document: named('Old') })).toBe(409)
  const [theirs, last] = [randomUUID(), randomUUID()]
  expect(await save({ document: named('Theirs'), base: 2, revision: theirs })).toBe(204)
  expect(await save({ document: named('Mine again'), base: 2, replaces: revision })).toBe(409)
  // Neither deletes it: a draft that was published, nor none.
  expect([await discard(revision), await discard()]).toEqual([409, 409])
  expect(await discard(revision, theirs)).toBe(204)
  // It is discarded already.
  expect(await discard(theirs)).toBe(204)
  expect(await save({ document: named('Last'), base: 2, revision: last })).toBe(204)
  expect(await save({ document: named('Mine again'), base: 2, replaces: theirs })).toBe(409)
  expect(await app.rows('select revision from site_draft')).toEqual([{ revision: last }])
})

test('while a file holds the site, nothing is saved or published in the dashboard', async () => {
  await using app = await testApp()
  await drafting(app, named('Second Sun'))
  await using other = await testApp({ beside: app, siteFile: '/etc/site.json' })

  const answer = await (await signIn(other)).post(ROUTES.publishSite.path, { version: 1 })

  expect(answer.json().error.code).toBe('site-in-file')
  expect(await app.rows('select number from site_versions')).toEqual([{ number: 1 }])
})

test('a link shows the draft until it ends, another replaces it, or an owner revokes it', async () => {
  await using list = await testApp({ dist: DIST })
  await insertFirst(list.pool, sourceSite)
  const owner = await signIn(list)
  const create = async () => {
    const { link } = (await owner.post(ROUTES.createPreviewLink.path)).json<PreviewLink>()
    return new URL(link).hash.slice(1)
  }
  const open = (token: string) =>
    list.app.inject({
      method: 'POST',
      url: paths.preview,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ token }).toString(),
    })
  const first = await create()
  const entered = await open(first)
  expect(entered.statusCode).toBe(303)
  const cookie = String(entered.headers['set-cookie']).split(';')[0]!
  const show = async () => (await list.app.inject({ url: paths.previewShown, headers: { cookie } })).statusCode
  expect(await show()).toBe(200)

  const second = await create()
  expect([(await open(first)).statusCode, await show()]).toEqual([410, 404])
  expect((await open(second)).statusCode).toBe(303)
  await list.app.inject({ method: 'DELETE', url: ROUTES.createPreviewLink.path, headers: { cookie: owner.cookie } })
  expect((await open(second)).statusCode).toBe(410)
  const third = await create()
  await list.rows(`update site_preview_link set ends_at = now() - interval '1 second'`)
  expect((await open(third)).statusCode).toBe(410)
})

test('a draft that is saved while somebody publishes does not begin from the version before', async () => {
  await using app = await testApp()
  const { revision, save } = await drafting(app, sourceSite)
  const { saving } = await inTransaction(app.pool, async (tx) => {
    await lockNewest(tx)
    await dropDraft(tx, [revision])
    await insertVersion(tx, { number: 2, document: sourceSite, actId: null })
    const answer = save({ document: sourceSite })
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(() => app.rows(waiting)).toHaveLength(1)
    return { saving: answer }
  })
  expect(await saving).toBe(409)
  expect(await app.rows('select from site_draft')).toEqual([])
})
