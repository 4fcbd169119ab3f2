import { expect, test } from 'vitest'
import { fakeReceiver } from '../../../../test/services/fake-receiver.ts'
import { hookOwner } from '../../../../test/people/hook-owner.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import { tellOfYesterday } from './daily-summary.ts'

const PRIVATE = { allowsPrivateHooks: true }

/** The minute of the task, on so many servers at once. */
async function tick(app: TestApp, time: string, { hour = 9, servers = 1 } = {}) {
  const config = () => ({ timeZone: 'America/New_York', summaryHour: hour })
  const telling = { pool: app.pool, config, now: () => new Date(time) }
  await Promise.all(Array.from({ length: servers }, () => tellOfYesterday(telling)))
  await app.rows('update webhook_endpoints set paused_until = null')
  await app.webhooks.deliver()
}

test('a chat that chose it gets one line a day about the day before, from the chosen hour of the owner on', async () => {
  await using slack = await fakeReceiver(() => 200)
  await using discord = await fakeReceiver(() => 204)
  await using app = await testApp(PRIVATE)
  const owner = await hookOwner(app)
  await owner.add({ kind: 'slack', url: slack.url, events: ['summary.daily'] })
  await owner.add({ kind: 'discord', url: discord.url, events: ['entry.rejected'] })
  const lines = () => slack.received.map(({ body }) => JSON.parse(body).text as string)
  const { referral_code } = await app.join()
  for (let count = 0; count < 3; count += 1) await app.join({ used_referral_code: referral_code })
  const [{ day }] = await app.rows(`select to_char(now() + interval '1 day', 'YYYY-MM-DD') as day`)
  // The people above joined on the day before, in New York and in UTC.
  await app.rows(`update waitlist_entries set created_at = $1::date - interval '6 hours'`, day)
  await app.rows(`update entry_listing set created_at = $1::date - interval '6 hours'`, day)
  await app.rows(`update waitlist_counter set time_zone = 'America/New_York'`)

  await tick(app, `${day}T13:59:00-00:00`, { hour: 10 })
  expect(lines()).toEqual([])
  await tick(app, `${day}T18:00:00-00:00`, { hour: 10, servers: 5 })
  expect(lines()).toEqual(['Yesterday: 4 joined, 3 by friends, nobody waits for you'])
  await tick(app, `${day}T23:00:00-00:00`, { hour: 10, servers: 5 })
  expect(lines()).toHaveLength(1)
  expect(discord.received).toEqual([])

  const next = new Date(Date.parse(day) + 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
  await app.rows(`update waitlist_entries set marks = '{held}' where joined_position = 2`)
  await tick(app, `${next}T15:00:00-00:00`, { hour: 10 })
  expect(lines().slice(1)).toEqual(['Yesterday: 0 joined, 0 by friends, 1 waits for you'])
})

test('a program gets the same as numbers', async () => {
  await using receiver = await fakeReceiver(() => 200)
  await using app = await testApp(PRIVATE)
  const owner = await hookOwner(app)
  await owner.add({ url: receiver.url, events: ['summary.daily'] })
  await tick(app, '2026-03-10T14:00:00Z')
  expect(JSON.parse(receiver.received[0]!.body)).toMatchObject({
    type: 'summary.daily',
    data: { day: '2026-03-09', joined: 0, by_friends: 0, waiting: 0, summary_id: expect.any(String) },
  })
})
