import { expect, test } from 'vitest'
import { erasingOwner } from '../../../test/people/erasing-owner.ts'
import { isIdle } from '../../../test/services/channel.ts'
import { standIn } from '../../../test/stand-in.ts'
import { joinRequest, testApp } from '../../../test/test-app.ts'
import { DeliveryError } from '../outbox/integrations/delivery-error.ts'
import { countFailure, pauseService, takeSlot } from '../outbox/service-queries.ts'

test('while a service is unavailable its jobs wait in place', async () => {
  const { stand, state, taken } = standIn()
  state.trouble = new DeliveryError('unavailable', 'Away.', { retryAfter: 600 })
  await using app = await testApp({ stand })
  await app.joinMany(12)
  await using _server = await testApp({ beside: app, work: true, stand })
  const tried = () =>
    app.rows(
      `select count(*)::int as count, count(claimed_by)::int as claimed from outbox where channel = 'add-to-notion'`,
    )
  await expect.poll(tried).toEqual([{ count: 12, claimed: 1 }])
  const isPaused = () =>
    app.rows(`select service from outside_services where service = 'notion' and paused_until > now()`)
  await expect.poll(isPaused).toHaveLength(1)

  state.trouble = null
  await app.rows('update outside_services set paused_until = null')
  await expect.poll(() => taken('add-to-notion')).toHaveLength(12)
})

test('slots that were given out while the clock was forty days ahead delay no call', async () => {
  await using app = await testApp()
  await app.rows(`update outside_services set next_call_at = now() + interval '40 days'`)
  const take = () => takeSlot(app.pool, { service: 'mail', paceMs: 1_000 })
  expect(await take()).toEqual({ state: 'taken', waitMs: 0 })
  const next = await take()
  expect(next).toMatchObject({ state: 'taken', waitMs: expect.any(Number) })
  if (next.state === 'taken') expect(next.waitMs).toBeLessThanOrEqual(1_000)
})

test('a name that waits for Notion gives way to a newer one', async () => {
  const { stand, taken } = standIn()
  await using app = await testApp({ stand })
  const { email } = joinRequest()
  {
    await using server = await testApp({ beside: app, work: true })
    await server.join({ email, full_name: 'Old Name' })
    await expect.poll(() => isIdle(app, 'add-to-notion')).toBe(true)
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

test('an erasure waits for a call whose answer was lost, also when its service works again', async () => {
  await using app = await testApp({ stand: standIn().stand })
  const { email } = joinRequest()
  await app.join({ email })
  const { id } = await app.entry(email)
  // The state that a call without an answer leaves behind.
  await app.rows(
    `insert into outbox (subject, channel, state, claimed_by)
     values ($1, 'sync-to-beehiiv', 'waiting', gen_random_uuid())`,
    id,
  )
  const owner = await erasingOwner(app)
  await owner.erase(id)
  const wait = async () => {
    const [job] = await app.rows(
      `select extract(epoch from due_at - changed_at)::int as seconds from outbox where channel = 'erase-from-beehiiv'`,
    )
    return job.seconds
  }
  expect(await wait()).toBe(60)
  await pauseService(app.pool, { service: 'beehiiv', problem: 'Away.', seconds: 600 })

  for (const _ of ['while it is paused', 'once it works']) {
    expect((await owner.post('/api/admin/integrations/beehiiv/test')).json()).toMatchObject({ ok: true })
    expect(await wait()).toBe(60)
  }
})
