import { expect, test } from 'vitest'
import { paths } from '#shared/site/paths.ts'
import type { Question } from '#shared/site/question.ts'
import type { DraftCheck } from '#shared/site/site-editing.ts'
import { type SiteDocument, sourceSite } from '#shared/site/site.ts'
import { signIn } from '../../../test/people/owner.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { insertFirst, insertVersion } from './queries.ts'

/** An owner with a draft, on a list whose first version is published. */
async function drafting(app: TestApp, document: object) {
  await insertFirst(app.pool, sourceSite)
  const owner = await signIn(app)
  const saved = await app.app.inject({
    method: 'PUT',
    url: paths.api.adminSiteDraft,
    headers: { cookie: owner.cookie },
    payload: { document, base: 1, revision: 0 },
  })
  return {
    check: async () => (await owner.post(paths.api.adminSiteCheck)).json<DraftCheck>(),
    publish: () => owner.post(paths.api.adminSitePublish, { revision: saved.json().revision }),
  }
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
