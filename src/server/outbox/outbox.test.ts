import { expect, test } from 'vitest'
import { standIn } from '../../../test/stand-in.ts'
import { testApp } from '../../../test/test-app.ts'
import { follow } from './follow.ts'
import { claimNext, enqueue, fail, finish, putBack } from './rows.ts'

test('own work that fails keeps its reason and is tried again, without holding up the rest of its channel', async () => {
  await using app = await testApp({ work: true })
  const people = await app.joinMany(7)
  const [leaves, stays] = [await app.entry(people[2]!.email), await app.entry(people[6]!.email)]
  await app.rows(`alter table waitlist_entries add constraint stays check (id <> '${stays.id}' or email is not null)`)
  await enqueue(app.pool, 'leave', [{ subject: stays.id }, { subject: leaves.id }])

  await expect
    .poll(() => app.rows(`select subject, attempts > 0 as has_failed, error from outbox where channel = 'leave'`))
    .toEqual([{ subject: stays.id, has_failed: true, error: expect.stringContaining('stays') }])
  expect(await app.rows('select id from waitlist_entries where erased_at is not null')).toEqual([{ id: leaves.id }])
})

test('no row of the outbox or the log holds a name', async () => {
  const { stand, taken } = standIn()
  await using app = await testApp({ work: true, stand })
  await app.join({ full_name: 'Secret Name' })
  await expect.poll(() => taken('add-to-notion')).toHaveLength(1)

  const rows = await app.rows('select o::text from outbox o union all select e::text from events e')
  expect(rows.filter(({ o }) => o.includes('Secret Name'))).toEqual([])
  expect(await app.rows('select full_name from full_names')).toEqual([{ full_name: 'Secret Name' }])
})

test('a row is claimed by one worker at a time, and after the death of a server by another one', async () => {
  await using app = await testApp()
  await app.join()
  const [{ id }] = await app.rows('select id from waitlist_entries')
  await enqueue(app.pool, 'add-to-notion', [id])
  const claim = () => claimNext(app.pool, ['add-to-notion'])
  const first = await claim()
  expect(await claim()).toBeNull()

  await app.rows(`update outbox set claimed_until = now() - interval '1 second'`)
  const second = await claim()
  expect(second?.id).toBe(first?.id)
  await finish(app.pool, first!, { state: 'done', remote_id: 'late' })
  expect(await app.rows('select state, remote_id from outbox')).toEqual([{ state: 'waiting', remote_id: null }])
  await finish(app.pool, second!, { state: 'done', remote_id: 'page' })
  expect(await app.rows('select state, remote_id from outbox')).toEqual([{ state: 'done', remote_id: 'page' }])
})

test('what is asked for while somebody is at it is done once more, however the attempt ends', async () => {
  await using app = await testApp()
  await app.join()
  const [{ id }] = await app.rows('select id from waitlist_entries')
  const ends = [
    (row: NonNullable<Awaited<ReturnType<typeof claimNext>>>) => finish(app.pool, row, { state: 'done' }),
    (row: NonNullable<Awaited<ReturnType<typeof claimNext>>>) => fail(app.pool, row, { reason: 'No.', again: false }),
    (row: NonNullable<Awaited<ReturnType<typeof claimNext>>>) =>
      putBack(app.pool, row, { until: new Date(Date.now() + 3_600_000) }),
  ]
  for (const end of ends) {
    await enqueue(app.pool, 'add-to-notion', [id])
    const row = await claimNext(app.pool, ['add-to-notion'])
    await enqueue(app.pool, 'add-to-notion', [id])
    expect(await claimNext(app.pool, ['add-to-notion'])).toBeNull()
    await end(row!)
    expect(await claimNext(app.pool, ['add-to-notion'])).toMatchObject({ id: row!.id, attempts: 0 })
    await app.rows('delete from outbox')
  }
})

test('what is asked for is not lost to a worker whose claim ran out before it ended', async () => {
  await using app = await testApp()
  await app.join()
  const [{ id }] = await app.rows('select id from waitlist_entries')
  await enqueue(app.pool, 'add-to-notion', [id])
  const late = await claimNext(app.pool, ['add-to-notion'])
  await app.rows(`update outbox set claimed_until = now() - interval '1 second'`)
  await enqueue(app.pool, 'add-to-notion', [id])
  await finish(app.pool, late!, { state: 'done' })
  expect(await claimNext(app.pool, ['add-to-notion'])).toMatchObject({ id: late!.id })
})

test('attempts are made after growing waits, for about a month', async () => {
  await using app = await testApp()
  await app.join()
  const [{ id }] = await app.rows('select id from waitlist_entries')
  await enqueue(app.pool, 'add-to-notion', [id])
  const waits: number[] = []
  for (let failures = 0; failures < 14; failures += 1) {
    await fail(app.pool, (await claimNext(app.pool, ['add-to-notion']))!, { reason: 'No.', again: true })
    const [row] = await app.rows('select extract(epoch from due_at - now())::float8 as seconds from outbox')
    waits.push(row.seconds / 60)
    await app.rows('update outbox set due_at = now()')
  }
  waits.forEach((minutes, nth) => {
    const usual = Math.min(24 * 60, 2 ** nth)
    expect(minutes).toBeGreaterThan(usual * 0.7)
    expect(minutes).toBeLessThan(usual * 1.3)
  })
})

test('nobody hears of a decision about made-up people, or about people who were only imported', async () => {
  await using app = await testApp()
  const people = await app.joinMany(3)
  const ids = await Promise.all(people.map(async ({ email }) => (await app.entry(email)).id as string))
  await app.rows('update waitlist_entries set is_seeded = true where id = $1', ids[0])
  await app.rows('update waitlist_entries set is_quiet = true where id = $1', ids[1])
  await follow(app.pool, { decided: ids })
  expect(await app.rows(`select distinct subject from outbox`)).toEqual([{ subject: ids[2] }])
})
