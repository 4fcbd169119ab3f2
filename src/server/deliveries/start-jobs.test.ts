import { expect, test } from 'vitest'
import { testApp } from '../../../test/test-app.ts'

test('a failed job is kept with its reason and retried without the other jobs of its fetch', async () => {
  await using app = await testApp({ work: true })
  const people = await app.joinMany(7)
  const [friend, referrer] = [await app.entry(people[2]!.email), await app.entry(people[6]!.email)]
  const good = { friend_id: friend.id, referrer_id: referrer.id, places: 5 }
  const bad = { ...good, friend_id: referrer.id }
  for (const body of [bad, good]) {
    await app.rows(`insert into pgboss.job (name, data) values ('credit-referrer', $1)`, { bodies: [body] })
  }

  const jobs = `select state, output ->> 'message' as reason from pgboss.job where name = 'credit-referrer' order by state`
  await expect
    .poll(() => app.rows(jobs))
    .toMatchObject([{ state: 'retry', reason: expect.stringContaining('credits_check') }, { state: 'completed' }])
  expect(await app.entry(referrer.email)).toMatchObject({ position: 2, referrals: 1 })
})

test('no job holds the full name', async () => {
  await using app = await testApp({ work: true })
  await app.join({ full_name: 'Secret Name' })
  await expect
    .poll(() => app.rows(`select state from pgboss.job where name = 'fan-out'`))
    .toEqual([{ state: 'completed' }])

  expect(await app.rows(`select name from pgboss.job where data::text like '%Secret Name%'`)).toEqual([])
  expect(await app.rows('select full_name from full_names')).toEqual([{ full_name: 'Secret Name' }])
})

test('a start updates only the queues of which an earlier version had other options', async () => {
  await using app = await testApp()
  const queues = () => app.rows('select name, retry_limit, updated_on from pgboss.queue order by name')
  const before = await queues()
  await app.rows(`update pgboss.queue set retry_limit = 1 where name = 'leave'`)

  await using _later = await testApp({ beside: app, work: true })
  const after = await queues()
  expect(after.map(({ name, retry_limit }) => [name, retry_limit])).toEqual(
    before.map(({ name, retry_limit }) => [name, retry_limit]),
  )
  const updated = after.filter(({ updated_on }, index) => +updated_on !== +before[index].updated_on)
  expect(updated.map(({ name }) => name)).toEqual(['leave'])
})
