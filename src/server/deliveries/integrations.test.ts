import { expect, test, vi } from 'vitest'
import { keptRows } from '../../../test/services/channel.ts'
import { type Integrations, SERVICES } from '#shared/owner/integrations.ts'
import type { DeliveriesPage, PersonDeliveries } from '#shared/owner/deliveries.ts'
import { signIn } from '../../../test/people/owner.ts'
import { standIn } from '../../../test/stand-in.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { DeliveryError } from '../outbox/integrations/delivery-error.ts'
import { longTest } from '../../../test/runs.ts'

const WAIT = { timeout: 60_000, interval: 100 }

/** Joins on a server without services, and waits until `count` deliveries are set aside. */
async function keep(app: TestApp, join: (server: TestApp) => Promise<unknown>, count: number) {
  await using server = await testApp({ beside: app, work: true })
  await join(server)
  await vi.waitFor(async () => {
    expect(await keptRows(app)).toHaveLength(count)
  }, WAIT)
}

async function integration(owner: Awaited<ReturnType<typeof signIn>>, service: string) {
  const { integrations } = (await owner.get('/api/admin/integrations')).json<Integrations>()
  return integrations.find((each) => each.service === service)!
}

test('only the owner can see and use the integrations', async () => {
  await using app = await testApp()
  const owner = await signIn(app)
  const calls = [
    ['GET', '/api/admin/integrations'],
    ['GET', '/api/admin/deliveries?service=mail&state=failed'],
    ['GET', '/api/admin/entries/{id}/deliveries'],
    ['POST', '/api/admin/integrations/mail/test'],
    ['POST', '/api/admin/integrations/mail/catch-up'],
    ['POST', '/api/admin/deliveries/retry'],
    ['POST', '/api/admin/deliveries/dismiss'],
    ['POST', '/api/admin/integrations/notion/create-missing'],
    ['POST', '/functions/v1/send-waitlist-email'],
  ] as const
  for (const [method, url] of calls) {
    expect([url, (await app.app.inject({ method, url })).statusCode]).toEqual([url, 401])
    const paths = (await owner.get('/api/openapi.json')).json().paths
    expect(Object.keys(paths)).toContain(url.split('?')[0]!.replace(/\/(mail|notion)\//, '/{service}/'))
  }
  for (const url of ['/api/admin/integrations/fax/test', '/api/admin/integrations/fax/catch-up']) {
    expect((await owner.post(url)).statusCode).toBe(400)
  }
  for (const query of ['service=mail', 'service=mail&state=gone', 'service=mail&state=kept&cursor=bm8']) {
    expect((await owner.get(`/api/admin/deliveries?${query}`)).statusCode).toBe(400)
  }
  for (const body of [{}, { service: 'fax' }, { channel: 'add-to-notion', entry_id: '7', friend_id: null }]) {
    expect((await owner.post('/api/admin/deliveries/retry', body)).statusCode).toBe(400)
  }
})

test('without settings each service reports that, names its settings, and counts the deliveries it keeps', async () => {
  await using app = await testApp()
  await keep(app, (server) => server.joinMany(2), 6)
  const owner = await signIn(app)

  const { integrations } = (await owner.get('/api/admin/integrations')).json<Integrations>()
  expect(integrations.map(({ service }) => service)).toEqual([...SERVICES])
  expect(integrations[0]).toMatchObject({
    is_set_up: false,
    problems: [],
    missing: [],
  })
  expect(integrations[0]!.channels[0]).toEqual({
    channel: 'send-waitlist-email',
    is_used: true,
    waiting: 0,
    retrying: 0,
    done_today: 0,
    failed: 0,
    dismissed: 0,
    kept: 2,
    kept_friends: 0,
  })
  const [person] = (await owner.get('/api/admin/entries')).json().entries
  const { deliveries } = (await owner.get(`/api/admin/entries/${person.id}/deliveries`)).json<PersonDeliveries>()
  expect(deliveries).toHaveLength(3)
  expect(deliveries).toContainEqual({
    channel: 'add-to-notion',
    state: 'kept',
    reason: null,
    count: 1,
    changed_at: expect.any(String),
  })
  expect((await owner.post('/api/admin/integrations/mail/test')).json()).toMatchObject({ ok: false })
  for (const [url, body] of [
    ['/api/admin/integrations/mail/catch-up', {}],
    ['/api/admin/deliveries/retry', { service: 'notion' }],
  ] as const) {
    const answer = await owner.post(url, body)
    expect([answer.statusCode, answer.json().error.code]).toEqual([409, 'not-set-up'])
  }
})

test('a catch-up sends everything that was kept, once each, with the full names', async () => {
  await using app = await testApp()
  let referrer = ''
  const join = async (server: TestApp) => {
    const { referral_code } = await server.join({ email: 'referrer@example.com', full_name: 'Old Name' })
    await server.join({ email: 'referrer@example.com', full_name: 'Real Name' })
    await server.join({ email: 'early@example.com', used_referral_code: referral_code })
    await server.join({ email: 'late@example.com', used_referral_code: referral_code })
    await server.app.inject({
      method: 'POST',
      url: '/api/contact',
      payload: { name: 'Robin', email: 'robin@example.com', message: 'Hello' },
    })
    referrer = (await server.entry('referrer@example.com')).id
  }
  await keep(app, join, 3 * 3 + 2 + 1)
  const { stand, taken } = standIn()
  await using idle = await testApp({ beside: app, stand })
  const owner = await signIn(idle)
  expect((await integration(owner, 'mail')).channels.map(({ kept }) => kept)).toEqual([
    3, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  ])

  const asked = await owner.post('/api/admin/integrations/mail/catch-up')
  expect([asked.statusCode, asked.json()]).toEqual([202, { queued: 5 }])
  expect((await integration(owner, 'mail')).is_catching_up).toBe(true)
  expect((await owner.post('/api/admin/integrations/mail/catch-up')).json()).toEqual({ queued: 0 })
  expect((await owner.post('/api/admin/integrations/notion/catch-up')).json()).toEqual({ queued: 3 })

  await using _server = await testApp({ beside: app, work: true, stand })
  await vi.waitFor(async () => {
    expect((await integration(owner, 'mail')).channels.map(({ done_today }) => done_today)).toEqual([
      3, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    ])
    expect((await integration(owner, 'notion')).channels[0]).toMatchObject({ done_today: 3, waiting: 0, kept: 0 })
  }, WAIT)
  expect((await integration(owner, 'mail')).is_catching_up).toBe(false)
  expect(taken('send-waitlist-email')).toHaveLength(3)
  const friends = [await app.entry('early@example.com'), await app.entry('late@example.com')]
  expect(taken('send-referral-notification')).toHaveLength(2)
  expect(taken('send-referral-notification')).toEqual(
    expect.arrayContaining(friends.map(({ id }) => ({ subject: referrer, friend_id: id }))),
  )
  expect(taken('send-contact-message')).toEqual([{ subject: expect.any(String), friend_id: null }])
  expect(taken('add-to-notion')).toContainEqual({ subject: referrer, friend_id: null })
  expect(await app.rows('select full_name from full_names where entry_id = $1', referrer)).toEqual([
    { full_name: 'Real Name' },
  ])
  expect(await app.rows(`select from outbox where channel = 'sync-to-beehiiv' and state <> 'kept'`)).toEqual([])
})

test('every delivery that is not done counts as waiting', async () => {
  await using app = await testApp({ stand: standIn().stand })
  const owner = await signIn(app)
  const waiting = async () => {
    const [mail, notion] = [await integration(owner, 'mail'), await integration(owner, 'notion')]
    return [...mail.channels.slice(0, 3), ...notion.channels].map(({ waiting }) => waiting)
  }
  const [referrer] = await app.joinMany(2)
  await app.join({ used_referral_code: referrer!.referral_code })
  await app.follow()
  expect(await waiting()).toEqual([3, 1, 0, 3, 0])

  await app.rows('delete from outbox')
  for (const state of ['waiting', 'done', 'skipped', 'given up', 'kept', 'dismissed']) {
    const add = `insert into outbox (subject, channel, state) values (gen_random_uuid(), 'add-to-notion', $1)`
    await app.rows(add, state)
  }
  expect(await waiting()).toEqual([0, 0, 0, 1, 0])
})

longTest('a catch-up of thousands continues where it was interrupted', async () => {
  await using app = await testApp()
  const { stand, taken } = standIn()
  await app.rows(
    `with people as (
       insert into waitlist_entries (id, email, joined_position, referral_code, newest_code)
       select gen_random_uuid(), n || '@example.com', n, 'AAAAAA', 'AAAAAA' from generate_series(1, 700) as n returning id)
     insert into outbox (subject, channel, state, changed_at)
     select id, 'send-waitlist-email', 'kept', now() - interval '1 hour' from people`,
  )
  await using quiet = await testApp({ beside: app, stand })
  const owner = await signIn(quiet)
  expect((await owner.post('/api/admin/integrations/mail/catch-up')).json()).toEqual({ queued: 700 })
  {
    await using _first = await testApp({ beside: app, stand, work: true })
    await vi.waitFor(() => expect(taken('send-waitlist-email').length).toBeGreaterThan(0), WAIT)
  }
  await using _second = await testApp({ beside: app, stand, work: true })
  await vi.waitFor(async () => {
    expect((await integration(owner, 'mail')).channels[0]).toMatchObject({ done_today: 700, waiting: 0, kept: 0 })
  }, WAIT)
  const people = taken('send-waitlist-email').map(({ subject }) => subject)
  expect([people.length, new Set(people).size]).toEqual([700, 700])
})

test('a delivery that was given up is listed with its reason, and can be retried alone or with all others', async () => {
  await using app = await testApp()
  const { stand, state, taken } = standIn()
  state.trouble = new DeliveryError('refused', 'There is no such mailbox.')
  await using server = await testApp({ beside: app, work: true, stand })
  const owner = await signIn(server)
  await server.join({ email: 'one@example.com' })
  await server.joinMany(2)
  const failed = async () =>
    (await owner.get('/api/admin/deliveries?service=notion&state=failed')).json<DeliveriesPage>()
  await vi.waitFor(async () => expect((await failed()).deliveries).toHaveLength(3), WAIT)

  const one = (await failed()).deliveries.find(({ email }) => email === 'one@example.com')!
  expect(one).toMatchObject({ channel: 'add-to-notion', friend_id: null, reason: 'There is no such mailbox.' })
  expect((await integration(owner, 'notion')).channels[0]).toMatchObject({ failed: 3, waiting: 0 })
  state.trouble = null
  const { channel, entry_id, friend_id } = one
  expect((await owner.post('/api/admin/deliveries/retry', { channel, entry_id, friend_id })).json()).toEqual({
    queued: 1,
  })
  await vi.waitFor(() => expect(taken('add-to-notion')).toHaveLength(1), WAIT)
  expect(taken('add-to-notion')).toEqual([{ subject: entry_id, friend_id: null }])
  expect((await owner.post('/api/admin/deliveries/retry', { channel, entry_id, friend_id })).json()).toEqual({
    queued: 0,
  })

  expect((await owner.post('/api/admin/deliveries/retry', { service: 'notion' })).json()).toEqual({ queued: 2 })
  await vi.waitFor(() => expect(taken('add-to-notion')).toHaveLength(3), WAIT)
  expect((await failed()).deliveries).toEqual([])
})

test('deliveries that were given up can be dismissed, alone or all: they count no more, and can be put back or retried', async () => {
  await using app = await testApp()
  const { stand, state, taken } = standIn()
  state.trouble = new DeliveryError('refused', 'There is no such mailbox.')
  await using server = await testApp({ beside: app, work: true, stand })
  const owner = await signIn(server)
  await server.joinMany(3)
  const counts = async () => {
    const { failed, dismissed, waiting } = (await integration(owner, 'notion')).channels[0]!
    return { failed, dismissed, waiting }
  }
  const listed = async (shown: string) =>
    (await owner.get(`/api/admin/deliveries?service=notion&state=${shown}`)).json<DeliveriesPage>().deliveries
  const dismiss = async (body: object) => (await owner.post('/api/admin/deliveries/dismiss', body)).json()
  await vi.waitFor(async () => expect(await listed('failed')).toHaveLength(3), WAIT)

  const [first] = await listed('failed')
  const { channel, entry_id, friend_id } = first!
  const one = { channel, entry_id, friend_id }
  expect(await dismiss(one)).toEqual({ changed: 1 })
  expect(await dismiss(one)).toEqual({ changed: 0 })
  expect(await counts()).toEqual({ failed: 2, dismissed: 1, waiting: 0 })
  expect(await listed('dismissed')).toEqual([first])
  expect(await dismiss({ service: 'notion' })).toEqual({ changed: 2 })
  expect(await counts()).toEqual({ failed: 0, dismissed: 3, waiting: 0 })
  expect((await owner.post('/api/admin/deliveries/retry', { service: 'notion' })).json()).toEqual({ queued: 0 })
  expect(await dismiss({ ...one, undo: true })).toEqual({ changed: 1 })
  expect(await listed('failed')).toEqual([first])
  expect(await dismiss({ service: 'notion', undo: true })).toEqual({ changed: 2 })
  expect(await counts()).toEqual({ failed: 3, dismissed: 0, waiting: 0 })

  // A dismissed delivery can be retried, and joining again asks for it anew.
  await dismiss({ service: 'notion' })
  state.trouble = null
  expect((await owner.post('/api/admin/deliveries/retry', one)).json()).toEqual({ queued: 1 })
  const [other] = (await listed('dismissed')).filter((row) => row.entry_id !== entry_id)
  await server.join({ email: other!.email })
  await vi.waitFor(() => expect(taken('add-to-notion')).toHaveLength(2), WAIT)
  expect(await counts()).toMatchObject({ failed: 0, dismissed: 1 })
})

test('a kept notification says how many friends it is about', async () => {
  await using app = await testApp()
  await keep(
    app,
    async (server) => {
      const { referral_code } = await server.join()
      for (let friend = 0; friend < 4; friend += 1) await server.join({ used_referral_code: referral_code })
    },
    5 * 3 + 4,
  )
  const owner = await signIn(app)
  const [welcomes, notifications] = (await integration(owner, 'mail')).channels
  expect(welcomes).toMatchObject({ kept: 5, kept_friends: 0 })
  expect(notifications).toMatchObject({ kept: 1, kept_friends: 4 })
  const { deliveries } = (await owner.get('/api/admin/deliveries?service=mail&state=kept')).json<DeliveriesPage>()
  expect(deliveries.map(({ channel, friends }) => [channel, friends]).sort()).toEqual([
    ['send-referral-notification', 4],
    ...Array.from({ length: 5 }, () => ['send-waitlist-email', null]),
  ])
})

test('deliveries are paged without a gap or a repeat, also those of the same instant', async () => {
  await using app = await testApp()
  await app.rows(
    `insert into outbox (subject, channel, friend_id, state, error, changed_at)
     select gen_random_uuid(), channel, case channel when 'send-referral-notification' then gen_random_uuid() end,
       'given up', 'No.', now() - (n / 40) * interval '1 microsecond'
     from generate_series(1, 90) as n, unnest(array['send-waitlist-email', 'send-referral-notification']) as channel`,
  )
  const owner = await signIn(app)
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const url = `/api/admin/deliveries?service=mail&state=failed${cursor && `&cursor=${cursor}`}`
    const page: DeliveriesPage = (await owner.get(url)).json()
    seen.push(...page.deliveries.map(({ entry_id, channel }) => `${entry_id} ${channel}`))
    cursor = page.next_cursor
  }
  expect([seen.length, new Set(seen).size]).toEqual([180, 180])
})

test('a successful check ends the pause, and the postponed deliveries go out at once', async () => {
  await using app = await testApp()
  const { stand, state, taken } = standIn()
  state.trouble = new DeliveryError('misconfigured', 'The key is not valid any more.')
  state.found = { ok: false, message: 'The key is not valid.', problems: ['Make a new one.'] }
  await using server = await testApp({ beside: app, work: true, stand })
  const owner = await signIn(server)
  await server.joinMany(3)
  await vi.waitFor(async () => {
    expect(await integration(owner, 'beehiiv')).toMatchObject({
      problems: ['The key is not valid any more.'],
      paused_until: expect.any(String),
      channels: [{ waiting: 3, failed: 0 }, { waiting: 0 }],
    })
  }, WAIT)

  expect((await owner.post('/api/admin/integrations/beehiiv/test')).json()).toEqual(state.found)
  expect((await integration(owner, 'beehiiv')).problems).toEqual(['The key is not valid.', 'Make a new one.'])

  state.trouble = null
  state.found = { ok: true, message: 'All is well.', problems: [] }
  expect((await owner.post('/api/admin/integrations/beehiiv/test')).json()).toEqual(state.found)
  expect(await integration(owner, 'beehiiv')).toMatchObject({ problems: [], paused_until: null })
  await vi.waitFor(() => expect(taken('sync-to-beehiiv')).toHaveLength(3), WAIT)
})
