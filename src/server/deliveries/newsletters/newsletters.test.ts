import { expect, test } from 'vitest'
import { erasingOwner } from '../../../../test/people/erasing-owner.ts'
import { hurryUntil } from '../../../../test/hurry.ts'
import { signIn } from '../../../../test/people/owner.ts'
import { longTest } from '../../../../test/runs.ts'
import { until } from '../../../../test/servers/process.ts'
import { deliveriesOf, isDelivered, isIdle } from '../../../../test/services/channel.ts'
import { fakeKit, fakeKlaviyo, fakeMailchimp, type FakeNewsletter } from '../../../../test/services/fake-newsletters.ts'
import { type Fault, patienceFor } from '../../../../test/services/fake-service.ts'
import { PASSING_FAULTS } from '../../../../test/services/fake-services.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import { type Integrations, RECORD_AT, type SyncedService } from '#shared/owner/integrations.ts'

const SERVICES = [
  { service: 'mailchimp', name: 'Mailchimp', fake: fakeMailchimp, ended: 'unsubscribed', bounced: 'cleaned' },
  { service: 'kit', name: 'Kit', fake: fakeKit, ended: 'cancelled', bounced: 'bounced' },
  { service: 'klaviyo', name: 'Klaviyo', fake: fakeKlaviyo, ended: 'UNSUBSCRIBED', bounced: 'HARD_BOUNCE' },
] as const

const channelOf = (service: SyncedService) => RECORD_AT[service].filledBy
const NOBODY_AGAIN = { subscribed: 1 }

/** A server that sends to this fake, and its owner, who has pressed Create where fields are needed. */
async function connected(service: SyncedService, fake: FakeNewsletter, options: Parameters<typeof testApp>[0] = {}) {
  const app = await testApp({ work: true, services: { [service]: fake.config }, ...options })
  const owner = await signIn(app)
  const created = await owner.post(`/api/admin/integrations/${service}/create-missing`)
  expect(created.json()).toMatchObject({ ok: true, problems: [] })
  return { app, owner }
}

/** People who joined before anybody thought of this service. */
async function listBefore(service: SyncedService, people: number) {
  const app = await testApp()
  await app.joinMany(people)
  await app.follow()
  await app.rows('delete from outbox where channel = $1', channelOf(service))
  return app
}

function sync(owner: Awaited<ReturnType<typeof signIn>>, service: SyncedService) {
  return owner.post(`/api/admin/integrations/${service}/catch-up`)
}

const isQuiet = (app: TestApp, service: SyncedService) => () => isDelivered(app, channelOf(service))

test.concurrent.each(SERVICES)(
  '$name has one record of each person, with their place, and follows what changes',
  async ({ service, fake: make }) => {
    await using fake = await make()
    const { app } = await connected(service, fake, { publicUrl: 'https://waitlist.example' })
    await using _app = app
    const first = await app.join({ email: 'Ada@example.com', problems: ['Other'], other_problem: 'Private' })
    await until(isQuiet(app, service))
    const [ada] = fake.members
    expect(ada).toMatchObject({ email: 'ada@example.com', ...NOBODY_AGAIN })
    expect(ada!.fields).toEqual(
      service === 'kit'
        ? expect.objectContaining({ Position: '1', 'Place in line': '1', Friends: '0' })
        : {
            Position: 1,
            'Place in line': 1,
            Friends: 0,
            'Referral code': first.referral_code,
            'Referral link': `https://waitlist.example/?ref=${first.referral_code}`,
            'Waitlist tags': '',
            Language: 'en',
          },
    )
    if (service === 'kit') expect(ada!.tags).toEqual([fake.place])

    await app.join({ email: 'friend@example.com', used_referral_code: first.referral_code })
    await until(async () => Number(ada!.fields['Friends']) === 1 && fake.members.length === 2)
    await until(isQuiet(app, service))
    expect(JSON.stringify(fake.calls.map(({ body }) => body))).not.toMatch(/Private|Other|Barber/)
    expect(fake.members.map(({ email }) => email).sort()).toEqual(['ada@example.com', 'friend@example.com'])
    for (const member of fake.members) expect(member).toMatchObject(NOBODY_AGAIN)
  },
)

test.concurrent.each(SERVICES)(
  'a sync brings $name everybody who joined before, and answers if the owner includes them',
  async ({ service, fake: make }) => {
    await using fake = await make()
    await using before = await listBefore(service, 12)
    expect(await deliveriesOf(before, channelOf(service))).toEqual([])
    fake.config.sendsAnswers = true
    const { app, owner } = await connected(service, fake, { beside: before })
    await using _app = app
    expect((await sync(owner, service)).json()).toEqual({ queued: 12 })
    await until(isQuiet(app, service))
    expect(fake.members).toHaveLength(12)
    for (const { fields } of fake.members)
      expect(fields).toMatchObject({ Industry: 'Barber', 'Price range': '£10 - £30/month' })

    const calls = fake.calls.length
    expect((await sync(owner, service)).json()).toEqual({ queued: 12 })
    await until(isQuiet(app, service))
    expect(fake.calls.filter(({ method }) => method !== 'GET').length).toBe(
      fake.calls.slice(0, calls).filter(({ method }) => method !== 'GET').length,
    )
  },
)

test.concurrent.each(SERVICES)(
  'whoever unsubscribed at $name, bounced or was removed there is left alone, whatever happens here',
  async ({ service, name, fake: make, ended, bounced }) => {
    await using fake = await make()
    const { app, owner } = await connected(service, fake)
    await using _app = app
    for (const email of ['left@example.com', 'bounced@example.com', 'removed@example.com']) await app.join({ email })
    await until(isQuiet(app, service))
    const find = (email: string) => fake.members.find((member) => member.email === email)!
    find('left@example.com').status = ended
    find('bounced@example.com').status = bounced
    fake.members.splice(fake.members.indexOf(find('removed@example.com')), 1)
    const untouched = structuredClone(fake.members)

    const { referral_code } = await app.join({ email: 'left@example.com', business_name: 'Changed' })
    for (const email of ['bounced@example.com', 'removed@example.com']) await app.join({ email })
    await app.join({ email: 'friend@example.com', used_referral_code: referral_code })
    await sync(owner, service)
    await until(
      async () => (await deliveriesOf(app, channelOf(service))).filter(({ state }) => state === 'skipped').length === 3,
    )
    await until(isQuiet(app, service))
    expect(fake.members.filter(({ email }) => email !== 'friend@example.com')).toEqual(untouched)
    const notes = (await deliveriesOf(app, channelOf(service))).flatMap(({ error }) => error ?? [])
    expect(notes.sort()).toEqual(
      [
        `They unsubscribed in ${name}, and are left alone.`,
        `They were removed in ${name}, and are left alone.`,
        `${name} says that no email reaches this address.`,
      ].sort(),
    )
  },
)

test.concurrent.each(SERVICES)(
  'somebody who is subscribed at $name already is updated, and somebody who had unsubscribed before joining is not',
  async ({ service, fake: make, ended }) => {
    await using fake = await make()
    const { app } = await connected(service, fake)
    await using _app = app
    await app.join({ email: 'early@example.com' })
    await app.join({ email: 'ended@example.com' })
    await until(isQuiet(app, service))
    const [early, gone] = fake.members
    early!.fields = {}
    Object.assign(gone!, { status: ended, fields: {} })
    await using next = await testApp({ work: true, services: { [service]: fake.config } })
    await next.join({ email: 'early@example.com' })
    await next.join({ email: 'ended@example.com' })
    await until(isQuiet(next, service))
    expect(fake.members).toMatchObject([
      { ...NOBODY_AGAIN, fields: expect.objectContaining({ Friends: expect.anything() }) },
      { ...NOBODY_AGAIN, status: ended, fields: {} },
    ])
  },
)

test.concurrent.each(SERVICES.flatMap((one) => PASSING_FAULTS.map(([fault, how]) => ({ ...one, fault, how }))))(
  '$name, $fault: everybody is there once in the end, subscribed once',
  async ({ service, name, fake: make, how }) => {
    await using fake = await make(patienceFor(how))
    const { app } = await connected(service, fake)
    await using _app = app
    fake.misbehave(() => how)
    await app.joinMany(4)
    await until(async () => (await deliveriesOf(app, channelOf(service))).some(({ error }) => error))
    for (const { error } of await deliveriesOf(app, channelOf(service))) expect(error ?? name).toContain(name)
    fake.misbehave(null)
    await hurryUntil(app, isQuiet(app, service))
    expect(new Set(fake.members.map(({ email }) => email)).size).toBe(4)
    expect(fake.members).toHaveLength(4)
    for (const member of fake.members) expect(member.subscribed).toBe(1)
  },
)

test.concurrent.each(SERVICES)(
  'a key that was withdrawn from $name pauses everything, is named to the owner, and ends with a good one',
  async ({ service, fake: make }) => {
    await using fake = await make()
    const { app, owner } = await connected(service, fake)
    await using _app = app
    const { apiKey } = fake
    fake.apiKey = 'another'
    await app.joinMany(3)
    const problems = async () => {
      const { integrations } = (await owner.get('/api/admin/integrations')).json<Integrations>()
      return integrations.find((one) => one.service === service)!.problems
    }
    await until(async () => (await problems()).length > 0)
    expect(await problems()).toEqual([expect.stringContaining(`${service.toUpperCase()}_API_KEY`)])
    fake.apiKey = apiKey
    expect((await owner.post(`/api/admin/integrations/${service}/test`)).json()).toMatchObject({ ok: true })
    await until(isQuiet(app, service))
    expect(fake.members).toHaveLength(3)
    expect(await problems()).toEqual([])
  },
)

test.concurrent.each(SERVICES)(
  'an address that $name refuses is given up with its reason, and delays nobody',
  async ({ service, name, fake: make }) => {
    await using fake = await make()
    const { app } = await connected(service, fake)
    await using _app = app
    await app.join({ email: 'nobody@localhost' })
    await app.join({ email: 'somebody@example.com' })
    await until(() => isIdle(app, channelOf(service)))
    expect(fake.members).toMatchObject([{ email: 'somebody@example.com' }])
    const states = (await deliveriesOf(app, channelOf(service))).map(({ state, error }) => [state, error])
    expect(states).toContainEqual(['given up', expect.stringContaining(`${name} does not take this person`)])
  },
)

test.concurrent.each(SERVICES)(
  'an erased person is erased at $name, as far as it can be',
  async ({ service, name, fake: make }) => {
    await using fake = await make()
    await using app = await testApp({ work: true, services: { [service]: fake.config } })
    const owner = await erasingOwner(app)
    await owner.post(`/api/admin/integrations/${service}/create-missing`)
    await app.join({ email: 'goes@example.com' })
    await app.join({ email: 'stays@example.com' })
    await until(isQuiet(app, service))
    const { id } = await app.entry('goes@example.com')
    await owner.erase(id)
    const erasing = RECORD_AT[service].erasedBy
    await until(async () => (await deliveriesOf(app, erasing)).length > 0 && (await isIdle(app, erasing)))
    if (service !== 'kit') {
      expect(fake.members).toMatchObject([{ email: 'stays@example.com' }])
      return
    }
    // Kit's API deletes nobody.
    const [gone] = fake.members
    expect(gone).toMatchObject({ status: 'cancelled' })
    expect(Object.values(gone!.fields).join('')).toBe('')
    expect(await deliveriesOf(app, erasing)).toEqual([
      expect.objectContaining({ state: 'given up', error: expect.stringContaining(`${name} lets only you delete`) }),
    ])
    fake.members.shift()
    await owner.post('/api/admin/deliveries/retry', { service })
    await until(async () => (await deliveriesOf(app, erasing)).every(({ state }) => state === 'done'))
    expect(await app.rows('select from outside_remains')).toEqual([])
  },
)

test('somebody whom Mailchimp deleted for good stays out, and the owner hears why', async () => {
  await using fake = await fakeMailchimp()
  await using app = await testApp({ work: true, services: { mailchimp: fake.config } })
  const owner = await erasingOwner(app)
  await owner.post('/api/admin/integrations/mailchimp/create-missing')
  await app.join({ email: 'back@example.com' })
  await until(isQuiet(app, 'mailchimp'))
  await owner.erase((await app.entry('back@example.com')).id)
  await until(async () => fake.members.length === 0)
  await app.join({ email: 'back@example.com' })
  await hurryUntil(app, async () =>
    (await deliveriesOf(app, 'sync-to-mailchimp')).some(({ state }) => state === 'skipped'),
  )
  expect(await deliveriesOf(app, 'sync-to-mailchimp')).toMatchObject([
    { error: 'They were deleted for good in Mailchimp. Only they can come back, by a form of Mailchimp’s.' },
  ])
})

/** In seconds. Kit takes three calls for each person, one after the other. */
const PATIENCE = 400

for (const { service, name, fake: make, ended } of SERVICES)
  longTest(
    `${name}: a thousand people through every fault: each once, none lost, nobody subscribed again`,
    async () => {
      await using fake = await make({ timeoutMs: 500 })
      await using before = await listBefore(service, 1_000)
      const { app, owner } = await connected(service, fake, { beside: before })
      await using _app = app
      const faults: Fault[] = [
        { status: 500 },
        { status: 429, retryAfter: 1 },
        { status: 503 },
        'hang',
        'lost',
        'half',
        'html',
      ]
      let calls = 0
      // Two and three calls make a person: each of them meets each fault.
      fake.misbehave(() => ((calls += 1) % 11 === 0 ? faults[(calls / 11) % faults.length] : null))
      await sync(owner, service)
      await hurryUntil(app, async () => fake.members.length > 300, PATIENCE)
      const left = fake.members.slice(0, 20)
      for (const member of left) member.status = ended
      await hurryUntil(app, isQuiet(app, service), PATIENCE)
      fake.misbehave(null)
      await sync(owner, service)
      await hurryUntil(app, isQuiet(app, service), PATIENCE)
      expect(fake.members).toHaveLength(1_000)
      expect(new Set(fake.members.map(({ email }) => email)).size).toBe(1_000)
      for (const member of left) expect(member.status).toBe(ended)
    },
    2 * PATIENCE * 1_000,
  )
