import { expect, test } from 'vitest'
import type { Integrations, TestResult } from '#shared/owner/integrations.ts'
import { settled } from '../../../../test/services/channel.ts'
import { fakeBeehiiv } from '../../../../test/services/fake-beehiiv.ts'
import { fakeNotion } from '../../../../test/services/fake-notion.ts'
import { IMPATIENT } from '../../../../test/services/fake-service.ts'
import { signIn } from '../../../../test/people/owner.ts'
import { until } from '../../../../test/servers/process.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import { withFirstQuestions } from '../../../../test/with-site.ts'
import { beehiivFields } from '../../outbox/integrations/newsletter-fields.ts'
import { notionProperties } from '../../outbox/integrations/notion-properties.ts'

// Services do not need the properties of further questions.
withFirstQuestions()

const ADDED = expect.stringMatching(/^Add a property "[^"]+" of type [\w-]+\.$/)

test('one press creates the properties that Notion lacks, leaves those of the owner alone, and pages go out', async () => {
  await using notion = await fakeNotion()
  notion.properties = { Person: 'title', Industry: 'rich_text', Notes: 'rich_text' }
  await using app = await testApp({ work: true, services: { notion: notion.config } })
  const owner = await ownerOf(app)
  await app.joinMany(1)
  const missing = Object.keys(notionProperties()).filter((name) => name !== 'Industry')
  await until(async () => (await owner.integration('notion')).problems.length > 0)
  expect((await owner.integration('notion')).missing).toEqual(missing)
  const wrong = 'Change the type of the property "Industry" to Select: it is Text.'
  expect((await owner.integration('notion')).problems.toSorted()).toEqual([...missing.map(() => ADDED), wrong])

  expect(await owner.createMissing('notion')).toMatchObject({ ok: false, problems: [wrong] })
  expect(notion.properties).toEqual({
    ...notionProperties(),
    Person: 'title',
    Industry: 'rich_text',
    Notes: 'rich_text',
  })
  expect((await owner.integration('notion')).missing).toEqual([])

  notion.properties.Industry = 'select'
  expect(await owner.createMissing('notion')).toMatchObject({ ok: true, problems: [] })
  await until(() => notion.pages.length === 1)
})

test('without the capability Notion gets no property, and the answer names the capability and each property', async () => {
  await using notion = await fakeNotion()
  notion.properties = { Name: 'title' }
  notion.mayUpdate = false
  await using app = await testApp({ services: { notion: notion.config } })
  const owner = await ownerOf(app)

  expect(await owner.createMissing('notion')).toEqual({
    ok: false,
    message: expect.stringContaining('capabilities to read, update and insert content'),
    problems: Object.keys(notionProperties()).map(() => ADDED),
  })
  expect(notion.properties).toEqual({ Name: 'title' })
})

test('a title that has the name of a property is named, because nothing can change its type', async () => {
  await using notion = await fakeNotion()
  notion.properties = { ...notionProperties(), Email: 'title' }
  await using app = await testApp({ services: { notion: notion.config } })
  const owner = await ownerOf(app)

  expect(await owner.createMissing('notion')).toMatchObject({
    ok: false,
    problems: ['Rename the title "Email": a property of that name and of type Email is needed.'],
  })
})

test('an answer that is lost is no failure if everything has been created', async () => {
  await using notion = await fakeNotion(IMPATIENT)
  notion.properties = { Name: 'title' }
  notion.misbehave(({ method }) => (method === 'PATCH' ? 'lost' : null))
  await using app = await testApp({ services: { notion: notion.config } })
  const owner = await ownerOf(app)

  expect(await owner.createMissing('notion')).toMatchObject({ ok: true, problems: [] })
})

test('what Beehiiv created before a failure stays, and the next press creates the rest', async () => {
  await using beehiiv = await fakeBeehiiv()
  beehiiv.customFields = ['Birthday', 'position']
  let creations = 0
  beehiiv.misbehave(({ method, path }) => {
    if (method !== 'POST' || !path.endsWith('/custom_fields')) return null
    creations += 1
    return creations === 4 ? { status: 500 } : null
  })
  await using app = await testApp({ services: { beehiiv: beehiiv.config } })
  const owner = await ownerOf(app)

  const missing = Object.keys(beehiivFields()).filter((name) => name !== 'Position')
  expect(await owner.createMissing('beehiiv')).toEqual({
    ok: false,
    message: 'Beehiiv failed (status 500).',
    problems: missing.slice(3).map((name) => `Add a custom field "${name}" of type Text in Beehiiv.`),
  })
  expect((await owner.integration('beehiiv')).missing).toEqual(missing.slice(3))

  expect(await owner.createMissing('beehiiv')).toMatchObject({ ok: true, problems: [] })
  expect(beehiiv.customFields).toEqual(['Birthday', 'position', ...missing])
})

test('fields on a later page of Beehiiv are found, and not created again', async () => {
  await using beehiiv = await fakeBeehiiv()
  beehiiv.customFields = [
    ...Array.from({ length: 13 }, (_, index) => `Field ${index}`),
    ...Object.keys(beehiivFields()),
  ]
  beehiiv.fieldsPerPage = 10
  await using app = await testApp({ services: { beehiiv: beehiiv.config } })
  const owner = await ownerOf(app)

  expect(await owner.createMissing('beehiiv')).toMatchObject({ ok: true, problems: [] })
  expect(beehiiv.customFields).toHaveLength(13 + Object.keys(beehiivFields()).length)
})

test('once fields are created, the owner reads that people who were added before need a sync', async () => {
  await using beehiiv = await fakeBeehiiv()
  beehiiv.customFields = []
  await using app = await testApp({ work: true, services: { beehiiv: beehiiv.config } })
  const owner = await ownerOf(app)
  await app.joinMany(1)
  await until(() => beehiiv.subscriptions.length === 1)
  await settled(app)

  const answer = await owner.createMissing('beehiiv')
  expect([answer.ok, answer.message]).toEqual([true, expect.stringMatching(/press Sync to Beehiiv\.$/)])
})

test.each([
  ['create', { fieldsAreCreated: false }, /may read and write subscriptions and custom fields/],
  ['see', { fieldsAreListed: false }, /may not see the custom fields/],
])('a key that may not %s fields is named', async (_, rights, words) => {
  await using beehiiv = await fakeBeehiiv()
  Object.assign(beehiiv, rights, { customFields: [] })
  await using app = await testApp({ services: { beehiiv: beehiiv.config } })
  const owner = await ownerOf(app)

  const answer = await owner.createMissing('beehiiv')
  expect([answer.ok, answer.message]).toEqual([false, expect.stringMatching(words)])
  expect(beehiiv.customFields).toEqual([])
})

test('a publication that Beehiiv does not know is named', async () => {
  await using beehiiv = await fakeBeehiiv()
  beehiiv.publicationId = 'pub_another'
  await using app = await testApp({ services: { beehiiv: beehiiv.config } })
  const owner = await ownerOf(app)

  expect(await owner.createMissing('beehiiv')).toEqual({
    ok: false,
    message: 'Beehiiv does not know the publication: correct BEEHIIV_PUBLICATION_ID.',
    problems: [],
  })
})

test('nothing can be created for mail, or for a service that is not set up', async () => {
  await using app = await testApp()
  const owner = await signIn(app)
  for (const service of ['mail', 'notion', 'beehiiv']) {
    const answer = await owner.post(`/api/admin/integrations/${service}/create-missing`)
    expect([answer.statusCode, answer.json().error.code]).toEqual([409, 'not-set-up'])
  }
})

async function ownerOf(app: TestApp) {
  const owner = await signIn(app)
  return {
    createMissing: async (service: string): Promise<TestResult> =>
      (await owner.post(`/api/admin/integrations/${service}/create-missing`)).json(),
    integration: async (service: string) => {
      const { integrations } = (await owner.get('/api/admin/integrations')).json<Integrations>()
      return integrations.find((integration) => integration.service === service)!
    },
  }
}
