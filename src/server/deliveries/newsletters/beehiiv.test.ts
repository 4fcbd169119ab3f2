import { expect, test } from 'vitest'
import { toAnswers } from '#shared/site/questions.ts'
import { deliveriesOf, isDelivered } from '../../../../test/services/channel.ts'
import { type FakeBeehiiv, fakeBeehiiv } from '../../../../test/services/fake-beehiiv.ts'
import { patienceFor } from '../../../../test/services/fake-service.ts'
import { PASSING_FAULTS } from '../../../../test/services/fake-services.ts'
import { hurryUntil } from '../../../../test/hurry.ts'
import { until } from '../../../../test/servers/process.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import { longTest } from '../../../../test/runs.ts'
import { beehiivFields, toFields } from '../../outbox/integrations/newsletter-fields.ts'

test('a new person is subscribed with the custom fields for newsletters and their source', async () => {
  await using beehiiv = await fakeBeehiiv()
  await using app = await testApp({ work: true, services: { beehiiv: beehiiv.config } })
  const { referral_code } = await app.join({
    email: 'ada+test@example.com',
    problems: ['Challenges in expanding your client base', 'Other'],
    other_problem: 'Something private',
    utm: { source: 'instagram', campaign: 'spring' },
  })
  await until(() => isIdle(app))

  const [subscription] = beehiiv.subscriptions
  expect(subscription).toMatchObject({ email: 'ada+test@example.com', utm_source: 'instagram' })
  expect(Object.fromEntries(subscription!.custom_fields.map(({ name, value }) => [name, value]))).toMatchObject({
    'Business name': 'The Corner Chair',
    'Provider type': 'Solo provider',
    Industry: 'Barber',
    Problems: 'Challenges in expanding your client base; Other',
    Goals: 'Increase my number of bookings; Connect with mentors',
    'Price range': '£10 - £30/month',
    Position: '1',
    'Referral code': referral_code,
    Language: 'en',
  })
  expect(JSON.stringify(beehiiv.calls.map(({ body }) => body ?? null))).not.toContain('Something private')
  expect(await deliveries(app)).toEqual([{ state: 'done', remote_id: subscription!.id, error: null }])
})

test('somebody who did not answer is no group practice in Beehiiv', () => {
  const nothing = { is_solo_provider: null, problems: [], goals: [] }
  const person = { ...toAnswers(nothing), position: 1, referral_code: 'ABC123', language: 'en' }
  expect(toFields(beehiivFields(), person, null)).toContainEqual({ name: 'Provider type', value: '' })
})

test('joining again updates the subscription, and an existing subscriber is not subscribed twice', async () => {
  await using beehiiv = await fakeBeehiiv()
  beehiiv.subscriptions.push(subscriber({ email: 'early@example.com', status: 'active' }))
  await using app = await testApp({ work: true, services: { beehiiv: beehiiv.config } })

  for (const business_name of ['First', 'Second']) {
    await app.join({ email: 'early@example.com', business_name })
    await until(() => isIdle(app))
    expect(beehiiv.subscriptions).toMatchObject([
      { custom_fields: expect.arrayContaining([{ name: 'Business name', value: business_name }]) },
    ])
  }
  expect(beehiiv.subscriptions[0]!.id).toBe((await deliveries(app))[0]!.remote_id)
})

test('an address that Beehiiv finds invalid is reported as such, and not as delivered', async () => {
  await using beehiiv = await fakeBeehiiv()
  beehiiv.subscriptions.push(subscriber({ email: 'typo@example.com', status: 'invalid' }))
  await using app = await testApp({ work: true, services: { beehiiv: beehiiv.config } })
  await app.join({ email: 'typo@example.com' })
  await until(() => isIdle(app))
  expect(await deliveries(app)).toEqual([
    expect.objectContaining({ state: 'skipped', error: 'Beehiiv says that no email reaches this address.' }),
  ])
})

test('people who unsubscribed or were removed in Beehiiv, before or after joining, are left alone', async () => {
  await using beehiiv = await fakeBeehiiv()
  beehiiv.subscriptions.push(subscriber({ email: 'before@example.com', status: 'inactive' }))
  await using app = await testApp({ work: true, services: { beehiiv: beehiiv.config } })
  const everybody = ['before@example.com', 'after@example.com', 'removed@example.com']
  for (const email of everybody) await app.join({ email })
  await until(() => isIdle(app))

  const [before, after] = beehiiv.subscriptions
  after!.status = 'inactive'
  beehiiv.subscriptions.splice(2, 1)
  const untouched = structuredClone(beehiiv.subscriptions)
  for (const email of everybody) await app.join({ email, business_name: 'Changed' })
  await until(async () => (await deliveries(app)).every(({ state }) => state === 'skipped'))

  expect(beehiiv.subscriptions).toEqual(untouched)
  expect(before!.custom_fields).toEqual([])
  expect((await deliveries(app)).map(({ error }) => error).sort()).toEqual([
    'They unsubscribed in Beehiiv, and are left alone.',
    'They unsubscribed in Beehiiv, and are left alone.',
    'They were removed in Beehiiv, and are left alone.',
  ])
})

test.concurrent.each([
  ['that is listed as missing', true, 'refused', /Add a custom field "Position" of type Text/],
  ['that Beehiiv drops in silence', true, 'dropped', /Add a custom field "Position" of type Text/],
  ['that only a refusal tells of', false, 'refused', /Custom field Position does not exist/],
] as const)(
  'a custom field %s stops no delivery, and the owner is told',
  async (_, fieldsAreListed, unknownFields, problem) => {
    await using beehiiv = await fakeBeehiiv()
    Object.assign(beehiiv, { fieldsAreListed, unknownFields })
    beehiiv.customFields.splice(beehiiv.customFields.indexOf('Position'), 1)
    await using app = await testApp({ work: true, services: { beehiiv: beehiiv.config } })
    await app.joinMany(3)
    await until(() => isIdle(app))

    expect(beehiiv.subscriptions).toHaveLength(3)
    expect(await problems(app)).toEqual([expect.stringMatching(problem)])
  },
)

const LIMIT = { 'ratelimit-limit': '180', 'ratelimit-remaining': '0' }
test.concurrent.each(PASSING_FAULTS)(
  '%s: people join, the reason is stored, and everybody is subscribed once in the end',
  async (_, fault) => {
    await using beehiiv = await fakeBeehiiv(patienceFor(fault))
    await using app = await testApp({ work: true, services: { beehiiv: beehiiv.config } })
    beehiiv.misbehave(() => fault)
    await app.joinMany(4)
    await until(async () => (await deliveries(app)).some(({ error }) => error))
    for (const { error } of await deliveries(app)) expect(error ?? 'Beehiiv').toMatch(/^Beehiiv/)

    beehiiv.misbehave(null)
    await hurryUntil(app, () => isIdle(app))
    const emails = await app.rows('select email from waitlist_entries order by email')
    expect(beehiiv.subscriptions.map(({ email }) => ({ email })).sort((a, b) => (a.email < b.email ? -1 : 1))).toEqual(
      emails,
    )
    expect(await problems(app)).toEqual([])
  },
)

test.concurrent.each([
  ['a key that was revoked', (beehiiv: FakeBeehiiv) => (beehiiv.apiKey = 'another'), /BEEHIIV_API_KEY/],
  [
    'an unknown publication',
    (beehiiv: FakeBeehiiv) => (beehiiv.publicationId = 'pub_another'),
    /BEEHIIV_PUBLICATION_ID/,
  ],
  [
    'a key that may not write',
    (beehiiv: FakeBeehiiv) => beehiiv.misbehave(() => ({ status: 403 })),
    /does not let the key do this/,
  ],
])('%s pauses all deliveries at once, is reported, and ends with the fault', async (_, sabotage, fix) => {
  await using beehiiv = await fakeBeehiiv()
  const { publicationId } = beehiiv
  await using app = await testApp({ work: true, services: { beehiiv: beehiiv.config } })
  sabotage(beehiiv)
  await app.joinMany(5)
  await until(async () => (await problems(app)).length > 0)
  expect(await problems(app)).toEqual([expect.stringMatching(fix)])

  Object.assign(beehiiv, { apiKey: 'secret', publicationId })
  beehiiv.misbehave(null)
  await hurryUntil(app, () => isIdle(app))
  expect(beehiiv.subscriptions).toHaveLength(5)
})

longTest('when Beehiiv reports an exhausted limit, no call is made until the limit resets', async () => {
  await using beehiiv = await fakeBeehiiv()
  await using app = await testApp({ work: true, services: { beehiiv: beehiiv.config } })
  const limit = { remaining: 4, reset: inSeconds(600) }
  beehiiv.limit = limit
  beehiiv.misbehave(() => {
    if (limit.remaining === 1) limit.reset = inSeconds(3)
    return null
  })
  await app.joinMany(8)
  await until(() => beehiiv.calls.length >= 4)
  const { reset } = limit
  await until(() => isIdle(app))

  expect(beehiiv.subscriptions).toHaveLength(8)
  expect(beehiiv.calls.filter(({ at }) => at < reset * 1000)).toHaveLength(4)
})

longTest('a 429 without Retry-After pauses both servers until the limit resets', async () => {
  await using beehiiv = await fakeBeehiiv()
  const services = { beehiiv: beehiiv.config }
  await using first = await testApp({ work: true, services })
  await using second = await testApp({ work: true, services, beside: first })
  let reset = 0
  beehiiv.misbehave(({ at }) => {
    reset ||= inSeconds(3)
    return at < reset * 1000 ? { status: 429, headers: { ...LIMIT, 'ratelimit-reset': String(reset) } } : null
  })
  await Promise.all([first.joinMany(10), second.joinMany(10)])
  await until(() => isIdle(first))

  expect(new Set(beehiiv.subscriptions.map(({ email }) => email)).size).toBe(20)
  expect(beehiiv.subscriptions).toHaveLength(20)
  // Each server may already have one call under way.
  expect(beehiiv.calls.filter(({ at }) => at < reset * 1000).length).toBeLessThanOrEqual(2)
})

test('an address that Beehiiv refuses fails with its reason, and delays nobody else', async () => {
  await using beehiiv = await fakeBeehiiv()
  await using app = await testApp({ work: true, services: { beehiiv: beehiiv.config } })
  await app.join({ email: 'nobody@localhost' })
  await app.join({ email: 'somebody@example.com' })
  await until(async () => {
    const states = (await deliveries(app)).map(({ state }) => state)
    return states.includes('done') && states.includes('given up')
  })

  expect((await deliveries(app)).map(({ state, error }) => [state, error]).sort()).toEqual([
    ['done', null],
    ['given up', 'Beehiiv does not take this person: Email is invalid'],
  ])
})

function subscriber({ email, status }: { email: string; status: string }) {
  return { id: `sub_${email}`, email, status, created: 1_700_000_000, utm_source: '', custom_fields: [] }
}

const deliveries = (app: TestApp) => deliveriesOf(app, 'sync-to-beehiiv')

const isIdle = (app: TestApp) => isDelivered(app, 'sync-to-beehiiv')

async function problems(app: TestApp): Promise<string[]> {
  const rows = await app.rows(`select problem from outside_services where service = 'beehiiv' and problem is not null`)
  return rows.map(({ problem }) => problem)
}

/** The time in this many seconds, as the epoch seconds of Beehiiv's headers. */
function inSeconds(seconds: number): number {
  return Math.ceil(Date.now() / 1000) + seconds
}
