import { recountAll } from '../trust/keep-rule.ts'
import { keptRows } from '../../../test/services/channel.ts'
import { expect, test } from 'vitest'
import { signIn } from '../../../test/people/owner.ts'
import { placeAfter } from '../../../test/people/place-after.ts'
import { joinRequest, type TestApp, testApp } from '../../../test/test-app.ts'
import { createDatabase, runOnce } from '../../../test/servers/database.ts'
import { changingAddress } from '../../../test/servers/own-postgres.ts'

const RETRY_AFTER = { 'retry-after': expect.stringMatching(/^\d+$/) }

test('without its database joining answers with an error, and works again without a restart when the database is back', async () => {
  await using app = await testApp({ faulty: true })
  const { connection } = app.database
  await app.join()
  const owner = await signIn(app)
  const elsewhere = { ...connection, database: 'postgres' }
  await runOnce(elsewhere, `alter database ${connection.database} allow_connections false`)
  await runOnce(
    elsewhere,
    `select pg_terminate_backend(pid, 60000) from pg_stat_activity where datname = '${connection.database}' and usename = current_user`,
  )

  const request = joinRequest()
  expect(await app.post(request)).toMatchObject({
    status: 503,
    headers: RETRY_AFTER,
    body: { error: { code: 'lookup-failed', message: expect.stringMatching(/^Could not verify email status: /) } },
  })
  expect((await app.app.inject('/readyz')).statusCode).toBe(503)
  expect((await app.app.inject('/healthz')).statusCode).toBe(200)
  const figures = await owner.get('/api/admin/summary')
  expect([figures.statusCode, figures.headers]).toEqual([503, expect.objectContaining(RETRY_AFTER)])

  await runOnce(elsewhere, `alter database ${connection.database} allow_connections true`)
  expect(await app.post(request)).toMatchObject({ status: 201, body: { position: 2 } })
  expect((await app.app.inject('/readyz')).statusCode).toBe(200)
})

test.each([
  ['lookup-failed', 'alter table referral_codes rename to elsewhere', 'Could not verify email status: '],
  ['position-failed', 'alter table waitlist_counter rename to elsewhere', 'Could not determine waitlist position: '],
  ['insert-failed', 'alter table waitlist_entries add check (joined_position < 1)', 'Could not save your submission: '],
  [
    'not-created',
    `create function nothing() returns trigger language plpgsql as 'begin return null; end';
     create trigger nothing before insert on waitlist_entries for each row execute function nothing()`,
    'Failed to create waitlist entry',
  ],
])('a failure at the stage %s is reported as such and stores nothing', async (code, sabotage, message) => {
  await using app = await testApp()
  await app.rows(sabotage)

  const answer = await app.post(joinRequest())

  expect(answer).toMatchObject({ status: 503, headers: RETRY_AFTER, body: { error: { code } } })
  expect(answer.body.error.message).toMatch(new RegExp(`^${message}`))
  expect(await app.rows('select * from waitlist_entries')).toEqual([])
  expect(await app.rows('select * from entry_listing')).toEqual([])
  // Mails follow from events.
  expect(await app.rows('select * from events')).toEqual([])
})

test('a failure to replace answers is reported as such and keeps the earlier ones', async () => {
  await using app = await testApp()
  const [first] = await app.joinMany(1)
  await app.rows(`alter table waitlist_entries add check (business_name <> 'Refused')`)

  expect(await app.post(joinRequest({ email: first!.email, business_name: 'Refused' }))).toMatchObject({
    status: 503,
    body: { error: { code: 'update-failed', message: expect.stringMatching(/^Failed to save your form responses: /) } },
  })
  expect(await app.entry(first!.email)).toMatchObject({ business_name: 'The Corner Chair' })
})

test('refused data of one visitor never fails the request of another', async () => {
  await using app = await testApp()
  await app.rows(`alter table waitlist_entries add check (business_name <> 'Refused')`)
  const names = ['First', 'Refused', 'Second', 'Third', 'Refused', 'Fourth']
  const answers = await Promise.all(names.map((business_name) => app.post(joinRequest({ business_name }))))

  expect(answers.map(({ status }) => status)).toEqual([201, 503, 201, 201, 503, 201])
  expect(answers.flatMap(({ body }) => body.position ?? [])).toEqual([1, 2, 3, 4])
})

test('a lost connection fails the joins under way once, and no later join', async () => {
  await using app = await testApp({ faulty: true })
  await app.join()
  await using blocker = await holdCounter(app)
  const lost = app.post(joinRequest())
  await blocker.somebodyWaits()
  await app.rows(`select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock'
    and datname = current_database()`)

  expect(await lost).toMatchObject({ status: 503, body: { error: { code: 'lookup-failed' } } })
  await blocker[Symbol.asyncDispose]()
  expect(await app.post(joinRequest())).toMatchObject({ status: 201, body: { position: 2 } })
})

test('a join may be stored if its connection is lost before any answer, and says so', async () => {
  await using parts = new AsyncDisposableStack()
  const { connection, drop } = await createDatabase()
  parts.defer(drop)
  const address = parts.use(await changingAddress(connection))
  const database = { connection: address.connection, drop: async () => {} }
  await using app = await testApp({ beside: { database }, faulty: true })
  await app.join()
  const stored = async () => (await runOnce(connection, 'select from waitlist_entries')).rowCount
  address.holdAnswers()
  const request = joinRequest({ submission_id: 'one submission' })
  const lost = app.post(request)
  await expect.poll(stored, { timeout: 20_000 }).toBe(2)
  address.disconnect()

  expect(await lost).toMatchObject({ status: 503, headers: RETRY_AFTER, body: { error: { code: 'unconfirmed' } } })
  expect((await app.post(request)).body).toMatchObject({ position: 2 })
  expect(await stored()).toBe(2)
})

/** In milliseconds. A slow machine joins in less, and PostgreSQL ends a wait for a lock only after five seconds. */
const LONGEST_WAIT = 2_500
const BUSY = {
  status: 503,
  headers: RETRY_AFTER,
  body: { error: { code: 'position-failed', message: expect.stringContaining('the queue is busy right now') } },
}

test('a request that would wait too long is refused at once, and admitted requests are answered', async () => {
  await using app = await testApp({ longestWait: LONGEST_WAIT })
  await app.join()
  await using blocker = await holdCounter(app)
  const early = app.post(joinRequest())
  await blocker.somebodyWaits()
  await new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT + 100))

  expect(await app.post(joinRequest())).toMatchObject(BUSY)
  await blocker[Symbol.asyncDispose]()
  expect(await early).toMatchObject({ status: 201, body: { position: 2 } })
  expect(await app.post(joinRequest())).toMatchObject({ status: 201, body: { position: 3 } })
})

test('an admitted request that has waited too long is refused, and stores nothing', async () => {
  await using app = await testApp({ longestWait: LONGEST_WAIT })
  await app.join()
  await using blocker = await holdCounter(app)
  const early = app.post(joinRequest())
  await blocker.somebodyWaits()
  const begun = performance.now()
  const late = joinRequest()

  expect(await app.post(late)).toMatchObject(BUSY)
  // The request was admitted, and refused only after the longest wait.
  expect(performance.now() - begun).toBeGreaterThan(LONGEST_WAIT - 200)
  await blocker[Symbol.asyncDispose]()
  expect(await early).toMatchObject({ status: 201, body: { position: 2 } })
  expect(await app.rows('select from waitlist_entries')).toHaveLength(2)
  expect(await app.post(late)).toMatchObject({ status: 201, body: { position: 3 } })
})

test('an inviter who cannot be moved does not fail the join, and moves later', async () => {
  await using app = await testApp({ work: true })
  const people = await app.joinMany(7)
  const referrer = people[6]!
  await app.rows('alter table waitlist_entries add constraint unmoved check (referrals = 0)')
  const joined = await app.join({ email: 'friend@example.com', used_referral_code: referrer.referral_code })
  expect(joined).toMatchObject({ status: 201, position: 8 })
  expect(await app.entry(referrer.email)).toMatchObject({ position: 7, referrals: 0 })

  await app.rows('alter table waitlist_entries drop constraint unmoved')
  await recountAll(app.pool)
  expect(await app.entry(referrer.email)).toMatchObject({ position: placeAfter(7, 1), referrals: 1 })
  const friend = await app.entry('friend@example.com')
  await expect.poll(() => keptRows(app, 'send-referral-notification')).toMatchObject([{ friend_id: friend.id }])
  expect((await app.verify()).flatMap(({ offending }) => offending)).toEqual([])
})

test('the worker records everybody it could not serve, once per channel', async () => {
  await using app = await testApp({ work: true })
  const [first] = await app.joinMany(2)
  await app.join({ used_referral_code: first!.referral_code })
  await app.join({ email: first!.email })

  await expect
    .poll(async () => Object.groupBy(await keptRows(app), ({ channel }) => channel as string))
    .toMatchObject({
      'add-to-notion': { length: 3 },
      'send-referral-notification': { length: 1 },
      'send-waitlist-email': { length: 3 },
      'sync-to-beehiiv': { length: 3 },
    })
})

/** Locks the counter in another transaction, until disposed. */
async function holdCounter(app: TestApp) {
  const client = await app.pool.connect()
  await client.query('begin')
  await client.query('select from waitlist_counter for update')
  let isHeld = true
  return {
    somebodyWaits: () => {
      const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
      return expect.poll(() => app.rows(waiting)).toHaveLength(1)
    },
    async [Symbol.asyncDispose]() {
      if (!isHeld) return
      isHeld = false
      await client.query('rollback')
      client.release()
    },
  }
}
