import { expect, test } from 'vitest'
import { enqueue } from '../../outbox/rows.ts'
import { deliveriesOf, isDelivered } from '../../../../test/services/channel.ts'
import { type FakeNotion, fakeNotion } from '../../../../test/services/fake-notion.ts'
import { IMPATIENT, patienceFor } from '../../../../test/services/fake-service.ts'
import { PASSING_FAULTS } from '../../../../test/services/fake-services.ts'
import { hurryUntil } from '../../../../test/hurry.ts'
import { until } from '../../../../test/servers/process.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'

test('a new person gets a page with all answers and their name', async () => {
  await using notion = await fakeNotion()
  await using app = await testApp({ work: true, services: { notion: notion.config } })
  const [friend] = await app.joinMany(1)
  const { referral_code, position } = await app.join({
    email: 'ada@example.com',
    full_name: 'Ada Lovelace',
    problems: ['Not knowing which growth strategies actually work', 'Other'],
    other_problem: 'No-shows',
    goals: ['Get clear, data-driven strategies that work'],
    used_referral_code: friend!.referral_code,
  })
  await until(() => notion.pages.length === 2)

  // The jobs of one fan-out run in any order.
  const page = notion.pages.find(({ properties }) => properties['Email'].email === 'ada@example.com')
  expect(page!.properties).toMatchObject({
    Name: { title: [{ text: { content: 'Ada Lovelace' } }] },
    Email: { email: 'ada@example.com' },
    'Business name': text('The Corner Chair'),
    'Solo provider': { checkbox: true },
    Industry: { select: { name: 'Barber' } },
    Problems: { multi_select: [{ name: 'Not knowing which growth strategies actually work' }, { name: 'Other' }] },
    'Other problem': text('No-shows'),
    Goals: { multi_select: [{ name: 'Get clear – data-driven strategies that work' }] },
    'Other goal': { rich_text: [] },
    'Price range': { select: { name: '£10 - £30/month' } },
    Position: { number: position },
    'Referral code': text(referral_code),
    'Used referral code': text(friend!.referral_code),
    Joined: { date: { start: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) } },
  })
  await until(async () => (await deliveries(app)).every(({ state }) => state === 'done'))
  expect(await deliveries(app)).toMatchObject(notion.pages.map(({ id }) => ({ remote_id: id, error: null })))
})

test('joining again updates the page without a lookup, and nobody gets two pages', async () => {
  await using notion = await fakeNotion()
  await using app = await testApp({ work: true, services: { notion: notion.config } })
  const { email } = (await app.joinMany(1))[0]!
  await until(async () => (await deliveries(app))[0]?.state === 'done')
  notion.calls.length = 0

  await app.join({ email, full_name: 'Robin Again', business_name: 'Another Chair' })
  await until(() => notion.pages[0]!.properties['Business name'].rich_text[0].text.content === 'Another Chair')

  expect(notion.pages).toHaveLength(1)
  expect(notion.calls.map(({ method }) => method)).toEqual(['PATCH'])
  expect(notion.pages[0]!.properties.Name.title[0].text.content).toBe('Robin Again')
})

test('without a name the email is the title, and a title of the owner stays until there is a new name', async () => {
  await using notion = await fakeNotion()
  await using app = await testApp({ services: { notion: notion.config } })
  const { email } = (await app.joinMany(1))[0]!
  const { id } = await app.entry(email)
  await app.rows(`update followers set seq = last_event from waitlist_counter where name = 'outbox'`)
  await app.rows('delete from full_names')
  await using worker = await testApp({ work: true, services: { notion: notion.config }, beside: app })
  const again = () => enqueue(worker.pool, 'add-to-notion', [id])

  await again()
  await until(() => isIdle(worker))
  expect(notion.pages[0]!.properties.Name.title[0].text.content).toBe(email)

  notion.pages[0]!.properties.Name = { title: [{ text: { content: 'As the owner wrote it' } }] }
  await worker.rows(`update waitlist_entries set business_name = 'Changed'`)
  await again()
  await until(() => notion.pages[0]!.properties['Business name'].rich_text[0].text.content === 'Changed')
  expect(titles(notion)).toEqual(['As the owner wrote it'])

  const nameIs = async (name: string, business: string) => {
    await worker.rows('delete from full_names')
    await worker.rows('insert into full_names (entry_id, full_name) values ($1, $2)', id, name)
    await worker.rows('update waitlist_entries set business_name = $1', business)
    await again()
    await until(() => notion.pages[0]!.properties['Business name'].rich_text[0].text.content === business)
  }
  await nameIs('Ada', 'A')
  expect(titles(notion)).toEqual(['Ada'])
  notion.pages[0]!.properties.Name = { title: [{ text: { content: 'Ada (VIP)' } }] }
  await nameIs('Ada', 'B')
  expect(titles(notion)).toEqual(['Ada (VIP)'])
  await nameIs('Ada King', 'C')
  expect(titles(notion)).toEqual(['Ada King'])
})

test('the newest name stays, also when the answer of an older call was lost', async () => {
  await using notion = await fakeNotion(IMPATIENT)
  await using app = await testApp({ work: true, services: { notion: notion.config } })
  const email = 'ada@example.com'
  // Notion creates the page, but its answer never arrives.
  notion.misbehave(({ path, method }) => (path === '/v1/pages' && method === 'POST' ? 'lost' : null))
  await app.join({ email, full_name: 'Ada Old' })
  await until(async () => (await reasons(app)).length > 0)
  notion.misbehave(null)
  await app.rows('update outside_services set paused_until = null')
  await app.join({ email, full_name: 'Ada New' })
  await until(() => titles(notion).includes('Ada New'))
  await until(async () => (await deliveries(app))[0]?.state === 'done')
  await app.rows(`update waitlist_entries set business_name = 'Changed meanwhile'`)
  await enqueue(app.pool, 'add-to-notion', [(await app.entry(email)).id])
  await hurryUntil(app, () => isIdle(app))

  expect(titles(notion)).toEqual(['Ada New'])
  expect(notion.pages[0]!.properties['Business name']).toEqual(text('Changed meanwhile'))
})

test('unchanged content is not sent again', async () => {
  await using notion = await fakeNotion()
  await using app = await testApp({ work: true, services: { notion: notion.config } })
  const { email } = (await app.joinMany(1))[0]!
  await until(async () => (await deliveries(app))[0]?.state === 'done')
  const { id } = await app.entry(email)
  notion.calls.length = 0

  await enqueue(app.pool, 'add-to-notion', [id])
  await until(() => isIdle(app))
  expect(notion.calls).toEqual([])
})

test('a page in the trash stays there, and a page that was deleted for good is created again', async () => {
  await using notion = await fakeNotion()
  await using app = await testApp({ work: true, services: { notion: notion.config } })
  const { email } = (await app.joinMany(1))[0]!
  await until(async () => (await deliveries(app))[0]?.state === 'done')

  notion.pages[0]!.in_trash = true
  await app.join({ email })
  await until(async () => (await deliveries(app))[0]?.state === 'skipped')
  expect(await deliveries(app)).toMatchObject([{ error: expect.stringContaining("in Notion's trash") }])
  expect(notion.pages).toHaveLength(1)

  notion.pages.length = 0
  await app.join({ email })
  await until(() => notion.pages.length === 1)
})

test.concurrent.each([...PASSING_FAULTS, ['409', { status: 409 }] as const])(
  '%s: people join, the reason is stored, and everybody has one page in the end',
  async (_, fault) => {
    await using notion = await fakeNotion(patienceFor(fault))
    await using app = await testApp({ work: true, services: { notion: notion.config } })
    notion.misbehave(() => fault)
    await app.joinMany(4)
    await until(async () => (await reasons(app)).length > 0)
    expect(await reasons(app)).toEqual([expect.stringMatching(/^Notion /)])

    notion.misbehave(null)
    await hurryUntil(app, () => isIdle(app))
    expect(notion.pages.map(({ properties }) => properties.Email.email).sort()).toEqual(await emails(app))
    expect(await app.rows('select problem, paused_until from outside_services where problem is not null')).toEqual([])
  },
)

test.concurrent.each([
  ['a token that was revoked', (notion: FakeNotion) => (notion.token = 'another'), /NOTION_TOKEN/],
  ['a data source that is not shared', (notion: FakeNotion) => (notion.isShared = false), /add the integration/],
  [
    'a property that is gone',
    (notion: FakeNotion) => delete notion.properties.Position,
    /Add a property "Position" of type Number/,
  ],
  [
    'a property of another type',
    (notion: FakeNotion) => (notion.properties.Industry = 'rich_text'),
    /Change the type of the property "Industry" to Select: it is Text/,
  ],
  ['reading that is refused', (notion: FakeNotion) => (notion.refusesQueries = true), /does not take what we ask for/],
  ['an email property that is gone', (notion: FakeNotion) => delete notion.properties.Email, /"Email" of type Email/],
])('%s pauses all deliveries at once, is reported with its fix, and ends with the fault', async (_, sabotage, fix) => {
  await using notion = await fakeNotion()
  await using app = await testApp({ work: true, services: { notion: notion.config } })
  const { token, properties } = { token: notion.token, properties: { ...notion.properties } }
  sabotage(notion)
  await app.joinMany(5)
  await until(async () => (await reasons(app)).length > 0)
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  expect(await app.rows(`select problem from outside_services where service = 'notion' and is_misconfigured`)).toEqual([
    { problem: expect.stringMatching(fix) },
  ])
  expect(notion.calls.length, 'fewer than one for each').toBeLessThan(5)

  Object.assign(notion, { token, properties, isShared: true, refusesQueries: false })
  await hurryUntil(app, () => isIdle(app))
  expect(notion.pages).toHaveLength(5)
})

test('two servers make one page per person, and both keep a pause that Notion asked one of them for', async () => {
  await using notion = await fakeNotion()
  const services = { notion: notion.config }
  await using first = await testApp({ work: true, services })
  await using second = await testApp({ work: true, services, beside: first })
  let closedUntil = 0
  notion.misbehave(({ at }) => {
    if (notion.calls.length === 10) closedUntil = at + 6_000
    return at < closedUntil ? { status: 429, retryAfter: Math.ceil((closedUntil - at) / 1_000) } : null
  })
  await Promise.all([first.joinMany(15), second.joinMany(15)])
  // Calls that were sent before the answer arrived may still come in.
  const early = () => notion.calls.filter(({ at }) => at > closedUntil - 3_000 && at < closedUntil)
  await until(async () => (await isIdle(first)) && notion.pages.length === 30)

  expect(early()).toEqual([])
  expect(new Set(notion.pages.map(({ properties }) => properties.Email.email)).size).toBe(30)
})

test('an email that is too long for Notion fails with the reason, and is not retried', async () => {
  await using notion = await fakeNotion()
  await using app = await testApp({ work: true, services: { notion: notion.config } })
  await app.join({ email: `${'a'.repeat(230)}@example.com` })
  await until(async () => (await deliveries(app))[0]?.state === 'given up')
  expect(await reasons(app)).toEqual(['Notion takes no email of more than 200 characters.'])
  expect(notion.calls).toEqual([])
})

function titles(notion: FakeNotion): string[] {
  return notion.pages.map(({ properties }) => properties.Name.title[0].text.content)
}

function text(content: string) {
  return { rich_text: [{ text: { content } }] }
}

const deliveries = (app: TestApp) => deliveriesOf(app, 'add-to-notion')

const isIdle = (app: TestApp) => isDelivered(app, 'add-to-notion')

async function reasons(app: TestApp): Promise<string[]> {
  return [...new Set((await deliveries(app)).flatMap(({ error }) => error ?? []))]
}

async function emails(app: TestApp): Promise<string[]> {
  return (await app.rows('select email from waitlist_entries order by email')).map(({ email }) => email)
}
