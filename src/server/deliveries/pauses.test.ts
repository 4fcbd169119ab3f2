import { expect, test } from 'vitest'
import { erasingOwner } from '../../../test/people/erasing-owner.ts'
import { standIn } from '../../../test/stand-in.ts'
import { joinRequest, testApp } from '../../../test/test-app.ts'
import { DeliveryError } from '../integrations/delivery-error.ts'
import { inTransaction } from '../db/transaction.ts'
import { asDb, insertJobs } from '../jobs/enqueue.ts'
import { postpone } from './outbox/enqueue.ts'
import { resumeService } from './outbox/integration-queries.ts'
import { countFailure, holdPause, pauseService, postponeJobs } from './outbox/service-queries.ts'

test('while a service is unavailable its jobs wait in place', async () => {
  const { stand, state, taken } = standIn()
  state.trouble = new DeliveryError('unavailable', 'Away.', { retryAfter: 600 })
  await using app = await testApp({ stand })
  // All people join before workers start, because jobs of a later fan-out could be fetched before they are postponed.
  await app.joinMany(12)
  await using _server = await testApp({ beside: app, work: true, stand })
  const queue = () =>
    app.rows(
      `select state, count(*)::int as count, min(start_after) > now() + interval '9 minutes' as is_postponed
       from pgboss.job where name = 'add-to-notion' and state < 'completed' group by state`,
    )
  const postponed = [{ state: 'created', count: 12, is_postponed: true }]
  await expect.poll(queue).toEqual(postponed)

  const [rows] = await app.rows(`select count(*)::int as count from pgboss.job where name = 'add-to-notion'`)
  expect(rows.count).toBeLessThanOrEqual(12 + 5)

  state.trouble = null
  await app.rows('update outside_services set paused_until = null')
  await app.rows('update pgboss.job set start_after = now() where start_after > now()')
  await expect.poll(() => taken('add-to-notion')).toHaveLength(12)
})

test('no delivery is lost with its job, however early the queue is emptied', async () => {
  const { stand, state, taken } = standIn()
  await using app = await testApp({ stand })
  {
    state.trouble = new DeliveryError('unavailable', 'Away.', { retryAfter: 600 })
    await using server = await testApp({ beside: app, work: true, stand })
    await server.joinMany(3)
    await expect.poll(() => app.rows(`select from deliveries where channel = 'add-to-notion'`)).toHaveLength(3)
  }
  await app.rows('delete from pgboss.job')
  await app.rows(`update deliveries set changed_at = now() - interval '1 hour', claimed_until = null`)
  await app.rows('update outside_services set paused_until = null')
  state.trouble = null

  await using _server = await testApp({ beside: app, work: true, stand })
  await expect.poll(() => taken('add-to-notion')).toHaveLength(3)
})

test('a name that waits for Notion gives way to a newer one', async () => {
  const { stand, taken } = standIn()
  await using app = await testApp({ stand })
  const { email } = joinRequest()
  {
    await using server = await testApp({ beside: app, work: true })
    await server.join({ email, full_name: 'Old Name' })
    await expect.poll(() => app.rows(`select from deliveries where channel = 'add-to-notion'`)).toHaveLength(1)
  }
  await using server = await testApp({ beside: app, work: true, stand })
  await server.join({ email, full_name: 'New Name' })
  await expect.poll(() => taken('add-to-notion')).toHaveLength(1)
  expect(await app.rows('select full_name from full_names')).toEqual([{ full_name: 'New Name' }])
})

test('simultaneous failures count as one failure of the service', async () => {
  await using app = await testApp()
  for (let count = 0; count < 12; count += 1) {
    await pauseService(app.pool, { service: 'mail', problem: 'Away.' })
    await countFailure(app.pool, { service: 'mail', problem: 'Away.' })
  }
  expect(
    await app.rows(
      `select failures, paused_until < now() + interval '16 seconds' as is_short from outside_services where service = 'mail'`,
    ),
  ).toEqual([{ failures: 1, is_short: true }])
})

test('a service that asks for a pause of years is called again the next day', async () => {
  await using app = await testApp()
  await pauseService(app.pool, { service: 'mail', problem: 'Away.', seconds: Infinity })
  const [{ hours }] = await app.rows(
    `select extract(epoch from paused_until - now())::float8 / 3600 as hours from outside_services where service = 'mail'`,
  )
  expect(hours).toBeLessThan(25)
})

test('a delivery that is postponed in the moment in which its service is resumed goes out at once', async () => {
  await using app = await testApp()
  const pool = app.pool
  const { email } = joinRequest()
  await app.join({ email })
  const { id: entry_id } = await app.entry(email)
  const isDue = async () => {
    const [job] = await app.rows(`select start_after <= now() as is_due from pgboss.job where name = 'sync-to-beehiiv'`)
    return job.is_due
  }
  const resume = () =>
    resumeService(pool, { service: 'beehiiv', channels: ['sync-to-beehiiv'], problem: null, because: 'checked' })
  const job = { name: 'sync-to-beehiiv', body: { entry_id } } as const
  await pauseService(pool, { service: 'beehiiv', problem: 'Away.', seconds: 600 })
  const resumed = await inTransaction(pool, async (tx) => {
    const startAfter = await holdPause(tx, 'beehiiv')
    await insertJobs(app.queue.boss, asDb(tx), { ...job, bodies: [job.body], startAfter })
    return { ends: resume() }
  })
  await resumed.ends
  expect(await isDue()).toBe(true)

  await app.rows('delete from pgboss.job')
  await postpone({ boss: app.queue.boss, pool }, { ...job, startAfter: 'pause' })
  expect(await isDue()).toBe(true)
})

test('an erasure waits for a call whose answer was lost, also when its service works again', async () => {
  await using app = await testApp({ stand: standIn().stand })
  const { email } = joinRequest()
  await app.join({ email })
  const { id } = await app.entry(email)
  // The state that a call without an answer leaves behind.
  await app.rows(
    `insert into deliveries (entry_id, channel, state, claimed_by)
     values ($1, 'sync-to-beehiiv', 'retrying', gen_random_uuid())`,
    id,
  )
  const owner = await erasingOwner(app)
  await owner.erase(id)
  const wait = async () => {
    const [job] = await app.rows(
      `select extract(epoch from start_after - created_on)::int as seconds from pgboss.job where name = 'erase-from-beehiiv'`,
    )
    return job.seconds
  }
  expect(await wait()).toBe(60)
  await pauseService(app.pool, { service: 'beehiiv', problem: 'Away.', seconds: 600 })
  await postponeJobs(app.pool, { service: 'beehiiv', channels: ['erase-from-beehiiv'] })
  expect(await wait()).toBeGreaterThan(500)

  for (const _ of ['while it is paused', 'once it works']) {
    expect((await owner.post('/api/admin/integrations/beehiiv/test')).json()).toMatchObject({ ok: true })
    expect(await wait()).toBe(60)
  }
})
