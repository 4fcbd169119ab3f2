import { expect, test } from 'vitest'
import { paths } from '#shared/site/paths.ts'
import type { Question } from '#shared/site/question.ts'
import type { DraftCheck, SavedDraft } from '#shared/site/site-editing.ts'
import { type SiteDocument, sourceSite } from '#shared/site/site.ts'
import { inTransaction } from '../db/transaction.ts'
import { signIn } from '../../../test/people/owner.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { dropDraft, insertFirst, insertVersion, lockNewest } from './queries.ts'

/** An owner with a draft, on a list whose first version is published. */
async function drafting(app: TestApp, document: object) {
  await insertFirst(app.pool, sourceSite)
  const owner = await signIn(app)
  const headers = { cookie: owner.cookie }
  const save = (payload: { document: object; base: number; revision: number }) =>
    app.app.inject({ method: 'PUT', url: paths.api.adminSiteDraft, headers, payload })
  const first = await save({ document, base: 1, revision: 0 })
  return {
    revision: revisionIn(first),
    save,
    discard: (revision: number) =>
      app.app.inject({ method: 'DELETE', url: `${paths.api.adminSiteDraft}?revision=${revision}`, headers }),
    check: async () => (await owner.post(paths.api.adminSiteCheck)).json<DraftCheck>(),
    publish: () => owner.post(paths.api.adminSitePublish, first.json()),
  }
}

function revisionIn(answer: Awaited<ReturnType<TestApp['app']['inject']>>): number {
  return answer.json<SavedDraft>().revision
}

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

test('a revision of a draft that was published or discarded replaces nothing in a later draft', async () => {
  await using app = await testApp()
  const named = (name: string) => ({ ...sourceSite, brand: { ...sourceSite.brand, name } })
  const { revision, save, publish, discard } = await drafting(app, named('Mine'))
  expect((await publish()).statusCode).toBe(202)

  // A draft that began from the version before would take the published words back.
  expect((await save({ document: named('Old'), base: 1, revision: 0 })).statusCode).toBe(409)
  const theirs = revisionIn(await save({ document: named('Theirs'), base: 2, revision: 0 }))
  expect((await save({ document: named('Mine again'), base: 2, revision })).statusCode).toBe(409)
  // Neither deletes it: a draft that was published, nor none.
  for (const old of [revision, 0]) {
    const refused = await discard(old)
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({ error: { code: 'draft-changed' }, draft: { revision: theirs } })
  }
  expect((await discard(theirs)).statusCode).toBe(204)
  // It is discarded already.
  expect((await discard(theirs)).statusCode).toBe(204)
  const last = revisionIn(await save({ document: named('Last'), base: 2, revision: 0 }))
  for (const dead of [revision, theirs])
    expect((await save({ document: named('Mine again'), base: 2, revision: dead })).statusCode).toBe(409)
  const name = "document #>> '{brand,name}' as name"
  expect(await app.rows(`select revision, ${name} from site_draft`)).toEqual([{ revision: last, name: 'Last' }])
})

test('while a file holds the site, the undo of a publication is refused', async () => {
  await using app = await testApp()
  const { publish } = await drafting(app, { ...sourceSite, brand: { ...sourceSite.brand, name: 'Second Sun' } })
  expect((await publish()).statusCode).toBe(202)
  const [act] = await app.rows(`select id from acts where kind = 'publish'`)
  await using other = await testApp({ beside: app, siteFile: '/etc/site.json' })

  const answer = await (await signIn(other)).post(`${paths.api.adminActs}/${act!.id}/undo`)

  expect(answer.json().error.code).toBe('site-in-file')
  expect(await app.rows('select number from site_versions order by number')).toEqual([{ number: 1 }, { number: 2 }])
})

test('a draft that is saved while somebody publishes does not begin from the version before', async () => {
  await using app = await testApp()
  const { revision, save } = await drafting(app, sourceSite)
  const { saving } = await inTransaction(app.pool, async (tx) => {
    await lockNewest(tx)
    await dropDraft(tx, revision)
    await insertVersion(tx, { number: 2, document: sourceSite, actId: null })
    const answer = save({ document: sourceSite, base: 1, revision: 0 })
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(() => app.rows(waiting)).toHaveLength(1)
    return { saving: answer }
  })
  expect((await saving).statusCode).toBe(409)
  expect(await app.rows('select from site_draft')).toEqual([])
})
