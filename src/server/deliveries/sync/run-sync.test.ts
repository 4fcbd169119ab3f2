import type { Row } from '../../outbox/channel.ts'
import { NO_SERVICES } from '../../../../test/stand-in.ts'
import { expect, test } from 'vitest'
import type { SyncResult, SyncState } from '#shared/site/by-hand.ts'
import { isIdle } from '../../../../test/services/channel.ts'
import { fakeBeehiiv } from '../../../../test/services/fake-beehiiv.ts'
import { hurryUntil } from '../../../../test/hurry.ts'
import { signIn } from '../../../../test/people/owner.ts'
import { settingOwner } from '../../../../test/people/setting-owner.ts'
import { until } from '../../../../test/servers/process.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import { longTest } from '../../../../test/runs.ts'
import { standIn } from '../../../../test/stand-in.ts'
import { createBeehiiv } from '../../outbox/integrations/beehiiv.ts'
import type { Clients } from '../services/services.ts'
import { createRunSync } from './run-sync.ts'
import { startSync } from './sync-routes.ts'

const SYNC = '/functions/v1/sync-to-beehiiv'

test('a sync requires a session, and without Beehiiv the answer says so', async () => {
  await using app = await testApp()
  expect((await app.app.inject({ method: 'POST', url: SYNC })).statusCode).toBe(401)
  const owner = await signIn(app)
  const answer = await owner.post(SYNC)
  expect([answer.statusCode, answer.json()]).toEqual([
    200,
    { success: false, synced: 0, errors: 0, error: { message: 'Beehiiv is not set up' } },
  ])
  expect((await owner.get('/api/admin/sync')).json()).toEqual({ run: null })
})

test('the first sync brings everybody to Beehiiv, later syncs only new and changed people', async () => {
  await using beehiiv = await fakeBeehiiv()
  await using base = await testApp()
  const people = await base.joinMany(3)
  {
    await using before = await testApp({ work: true, beside: base })
    await until(() => isIdle(before, 'sync-to-beehiiv'))
  }
  await base.rows('update waitlist_entries set is_seeded = true where email = $1', people[2]!.email)
  await using app = await testApp({ work: true, services: { beehiiv: beehiiv.config }, beside: base })
  const owner = await signIn(app)
  const sync = () => syncAs(owner)

  expect(await sync()).toEqual({ success: true, synced: 2, errors: 0 })
  expect(beehiiv.subscriptions.map(({ email }) => email)).toEqual(people.slice(0, 2).map(({ email }) => email))
  expect(await sync()).toEqual({ success: true, synced: 0, errors: 0 })

  await app.rows(`update waitlist_entries set business_name = 'Changed' where email = $1`, people[0]!.email)
  expect(await sync()).toEqual({ success: true, synced: 1, errors: 0 })
  expect((await owner.get('/api/admin/sync')).json()).toMatchObject({
    run: { done: 2, total: 2, result: { success: true, synced: 1, errors: 0 } },
  })
})

test('after a change of the publication everybody is sent again', async () => {
  await using beehiiv = await fakeBeehiiv()
  await using another = await fakeBeehiiv()
  await using base = await testApp()
  {
    await using first = await testApp({ work: true, services: { beehiiv: beehiiv.config }, beside: base })
    await first.joinMany(2)
    await until(() => isIdle(first, 'sync-to-beehiiv'))
  }
  await using app = await testApp({ work: true, services: { beehiiv: another.config }, beside: base })

  expect(await syncAs(await signIn(app))).toEqual({ success: true, synced: 2, errors: 0 })
  expect(another.subscriptions).toHaveLength(2)
})

test('people whom Beehiiv refuses are counted and listed, and temporary failures are retried', async () => {
  await using beehiiv = await fakeBeehiiv()
  await using app = await waitlist({ beehiiv, emails: ['nobody@localhost', 'ada@example.com', 'bea@example.com'] })
  beehiiv.misbehave(({ body }) => (body?.email === 'bea@example.com' ? { status: 500 } : null))

  const { success, synced, errors, details = [] } = await syncAs(await signIn(app))
  expect({ success, synced, errors }).toEqual({ success: false, synced: 1, errors: 2 })
  expect(details.sort()).toEqual([
    'bea@example.com: Beehiiv failed (status 500).',
    'nobody@localhost: Beehiiv does not take this person: Email is invalid',
  ])

  beehiiv.misbehave(null)
  await hurryUntil(app, () => beehiiv.subscriptions.length === 2)
})

test('the answer lists at most fifty failures', async () => {
  await using beehiiv = await fakeBeehiiv()
  const emails = Array.from({ length: 60 }, (_, index) => `nobody-${index}@localhost`)
  await using app = await waitlist({ beehiiv, emails })
  const { errors, details } = await syncAs(await signIn(app))
  expect(errors).toBe(60)
  expect(details).toHaveLength(50)
})

test('a revoked key ends the sync with the reason, also when the problem is already known', async () => {
  await using beehiiv = await fakeBeehiiv()
  await using app = await waitlist({ beehiiv, emails: ['ada@example.com'] })
  const owner = await signIn(app)
  beehiiv.apiKey = 'another'
  for (const _ of ['unknown', 'known']) {
    expect(await syncAs(owner)).toEqual({
      success: false,
      synced: 0,
      errors: 0,
      error: { message: expect.stringContaining('BEEHIIV_API_KEY') },
    })
  }
  beehiiv.apiKey = 'secret'
  // The job of the person goes on too. Whichever comes first, they are there once.
  expect(await syncAs(owner)).toMatchObject({ success: true, errors: 0 })
  await expect
    .poll(() => beehiiv.subscriptions.map(({ email }) => email), { timeout: 60_000 })
    .toEqual(['ada@example.com'])
})

test('a publication that Beehiiv does not know ends the sync with the reason', async () => {
  await using beehiiv = await fakeBeehiiv()
  await using app = await waitlist({ beehiiv, emails: ['ada@example.com'] })
  beehiiv.publicationId = 'pub_another'
  expect(await syncAs(await signIn(app))).toEqual({
    success: false,
    synced: 0,
    errors: 0,
    error: { message: 'Beehiiv does not know the publication: correct BEEHIIV_PUBLICATION_ID.' },
  })
})

test.each([
  ['goes on with a new key', (beehiiv: Fake) => ({ BEEHIIV_API_KEY: (beehiiv.apiKey = 'renewed') }), 2],
  [
    'begins again in a new publication',
    (beehiiv: Fake) => ({ BEEHIIV_PUBLICATION_ID: (beehiiv.publicationId = 'pub_renewed') }),
    3,
  ],
])('a sync that is under way %s, and uses the old one no more', async (_, renew, sent) => {
  await using beehiiv = await fakeBeehiiv()
  await using sync = await pausedSync(beehiiv)
  const before = beehiiv.calls.length
  await sync.owner.save(renew(beehiiv))
  expect(await sync.end()).toMatchObject({ problem: null, errors: 0, done: 3 })
  await hurryUntil(sync.app, () => isIdle(sync.app, 'sync-to-beehiiv'))

  const calls = beehiiv.calls.slice(before)
  for (const { path, headers } of calls)
    expect([path, headers.authorization]).toEqual([
      expect.stringContaining(beehiiv.publicationId),
      `Bearer ${beehiiv.apiKey}`,
    ])
  expect(new Set(calls.flatMap(({ method, body }) => (method === 'POST' ? body.email : [])))).toEqual(
    new Set(EMAILS.slice(-sent)),
  )
  expect(await sync.app.rows('select from outside_services where paused_until is not null')).toEqual([])
})

test('a publication that changes while the last people are read gets everybody', async () => {
  await using app = await testApp()
  await joinUnheard(app, EMAILS)
  const { stand, taken } = standIn()
  const run = await startSync(app.pool)
  // The state that a server leaves behind when it stops after the last person.
  await app.rows('update sync_runs set last_position = 3, done = 3')
  const of = (publicationId: string) =>
    createBeehiiv({ apiKey: 'key', publicationId, baseUrl: 'http://localhost', timeoutMs: 1 })
  const check = async () => ({ ok: true, message: '', problems: [] })
  const services: Clients = { ...NO_SERVICES, beehiiv: { ...of('pub_old'), check: renew } }
  const goOn = () =>
    createRunSync({
      pool: app.pool,
      services,
      deliveries: stand.deliveries,
      paces: { mail: 0, notion: 0, beehiiv: 0 },
      logFailure: (_, error) => expect.fail(String(error)),
    })({ subject: run.id } as Row, new AbortController().signal)
  function renew() {
    services.beehiiv = { ...of('pub_new'), check }
    return check()
  }

  await expect(goOn()).rejects.toThrow('new settings')
  await goOn()
  expect(taken('sync-to-beehiiv')).toHaveLength(3)
  expect(await app.rows('select synced, finished_at from sync_runs')).toEqual([
    { synced: 3, finished_at: expect.any(Date) },
  ])
})

test('a sync that is under way ends when Beehiiv is no longer set up', async () => {
  await using beehiiv = await fakeBeehiiv()
  await using sync = await pausedSync(beehiiv)
  const before = beehiiv.calls.length
  await sync.owner.save({ BEEHIIV_API_KEY: null })
  expect(await sync.end()).toMatchObject({ problem: 'Beehiiv is not set up', synced: 1 })
  expect(beehiiv.calls).toHaveLength(before)
})

longTest('a long sync continues after the answer and shows its progress, and a second press joins it', async () => {
  await using beehiiv = await fakeBeehiiv()
  await using app = await waitlist({ beehiiv, emails: ['ada@example.com', 'bea@example.com', 'cleo@example.com'] })
  const owner = await signIn(app)
  // Beehiiv asks for a pause that is longer than the time limit of the answer.
  beehiiv.misbehave(({ body }) => (body?.email === 'bea@example.com' ? { status: 429, retryAfter: 60 } : null))
  const [first, second] = await Promise.all([owner.post(SYNC), owner.post(SYNC)])
  expect([first.statusCode, second.statusCode]).toEqual([202, 202])
  expect(second.json()).toEqual(first.json())
  const state = async () => (await owner.get('/api/admin/sync')).json().run
  expect(await state()).toMatchObject({ run_id: first.json().run_id, done: 1, total: 3, result: null })

  beehiiv.misbehave(null)
  await hurryUntil(app, async () => (await state()).result !== null)
  expect(await state()).toMatchObject({ done: 3, total: 3, result: { success: true, synced: 3, errors: 0 } })
  expect(await app.rows('select count(*)::int from sync_runs')).toEqual([{ count: 1 }])
})

test('when a server stops in the middle of a sync, another one does the rest', async () => {
  await using beehiiv = await fakeBeehiiv()
  const emails = Array.from({ length: 6 }, (_, index) => `person-${index}@sync.example`)
  const services = { beehiiv: beehiiv.config }
  await using app = await testApp({ services })
  await joinUnheard(app, emails)
  beehiiv.misbehave(({ body }) => (body?.email === emails[3] ? { status: 503 } : null))
  {
    await using _stopping = await testApp({ work: true, services, beside: app })
    void (await signIn(app)).post(SYNC)
    await until(() => beehiiv.subscriptions.length === 3)
  }
  beehiiv.misbehave(null)
  await using next = await testApp({ work: true, services, beside: app })
  const finished = async () => (await app.rows('select synced, done from sync_runs where finished_at is not null'))[0]
  await hurryUntil(next, async () => Boolean(await finished()))

  expect(await finished()).toEqual({ synced: 6, done: 6 })
  expect(beehiiv.subscriptions.map(({ email }) => email)).toEqual(emails)
})

test('a person whose delivery is claimed elsewhere is not forgotten', async () => {
  await using beehiiv = await fakeBeehiiv()
  await using app = await waitlist({ beehiiv, emails: ['ada@example.com', 'bea@example.com'] })
  // The state that a server leaves behind when it dies between the call and its record.
  await app.rows(
    `insert into outbox (subject, channel, state, claimed_until)
     select id, 'sync-to-beehiiv', 'waiting', now() + interval '1 minute' from waitlist_entries where email = 'ada@example.com'`,
  )
  expect(await syncAs(await signIn(app))).toEqual({ success: true, synced: 1, errors: 0 })

  await app.rows('update outbox set claimed_until = null')
  await hurryUntil(app, () => beehiiv.subscriptions.length === 2)
})

test('listeners are told when a sync begins and when it ends', async () => {
  await using beehiiv = await fakeBeehiiv()
  await using app = await waitlist({ beehiiv, emails: ['ada@example.com'] })
  const syncs = async () => Number((await app.rows('select syncs from waitlist_counter'))[0].syncs)
  expect(await syncs()).toBe(0)
  await syncAs(await signIn(app))
  expect(await syncs()).toBe(2)
})

type Fake = Awaited<ReturnType<typeof fakeBeehiiv>>

const EMAILS = ['ada@example.com', 'bea@example.com', 'cleo@example.com']

/** A sync that has sent the first person, and now waits because Beehiiv asked for a pause. */
async function pausedSync(beehiiv: Fake) {
  const parts = new AsyncDisposableStack()
  const base = parts.use(await testApp())
  await joinUnheard(base, EMAILS)
  const env = { BEEHIIV_BASE_URL: beehiiv.config.baseUrl }
  const app = parts.use(await testApp({ work: true, env, beside: base }))
  const owner = await settingOwner(app)
  await owner.save({ BEEHIIV_API_KEY: beehiiv.apiKey, BEEHIIV_PUBLICATION_ID: beehiiv.publicationId })
  beehiiv.misbehave(({ body }) => (body?.email === EMAILS[1] ? { status: 429, retryAfter: 600 } : null))
  const answer = owner.post(SYNC)
  await until(async () => (await app.rows('select from outside_services where paused_until > now()')).length > 0)
  beehiiv.misbehave(null)
  return {
    app,
    owner,
    /** The run once it has ended. */
    end: async () => {
      await answer
      const finished = async () => (await app.rows('select * from sync_runs where finished_at is not null'))[0]
      await hurryUntil(app, async () => Boolean(await finished()))
      return finished()
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

/** Makes a list of people whom Beehiiv does not have. */
async function waitlist({ beehiiv, emails }: { beehiiv: Fake; emails: string[] }) {
  const base = await testApp()
  await joinUnheard(base, emails)
  const app = await testApp({ work: true, services: { beehiiv: beehiiv.config }, beside: base })
  return {
    ...app,
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]()
      await base[Symbol.asyncDispose]()
    },
  }
}

/** Waits for the result, also if it takes longer than the time limit of the answer. */
async function syncAs(owner: Awaited<ReturnType<typeof signIn>>): Promise<SyncResult> {
  const answer = await owner.post(SYNC)
  if (answer.statusCode === 200) return answer.json()
  for (;;) {
    const { run } = (await owner.get('/api/admin/sync')).json<SyncState>()
    if (run?.result) return run.result
  }
}

async function joinUnheard(app: TestApp, emails: string[]) {
  for (const email of emails) await app.join({ email })
  await app.rows(`update followers set seq = last_event from waitlist_counter where name = 'outbox'`)
}
