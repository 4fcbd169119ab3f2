import { expect, test, vi } from 'vitest'
import { DAY_MS } from '#shared/values/durations.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import { forgetOld, forgetting } from './forgetting.ts'
import { startTasks } from '../../db/tasks.ts'

const DAYS = 730

/** Makes a UUID of version 7 with the time of this many days ago. */
function idOf(daysAgo: number): string {
  const time = (Date.now() - daysAgo * DAY_MS).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`
}

/** Stores old and new earlier answers of one entry, and contact messages, one of which is being mailed. */
async function longAgo(app: TestApp) {
  const [entry, message, mailing] = [idOf(900), idOf(900), idOf(899)]
  for (const daysAgo of [900, 731, 729, 1]) {
    await app.rows(
      `insert into entry_revisions (id, entry_id, answers, replaced_at)
       values ($1, $2, '{}', now() - $3 * interval '1 day')`,
      idOf(daysAgo),
      entry,
      daysAgo,
    )
  }
  for (const id of [message, mailing, idOf(700)])
    await app.rows(
      `insert into contact_messages (id, name, email, message, created_at)
       values ($1, 'Ada', 'ada@example.com', 'Hello?', now() - $2 * interval '1 day')`,
      id,
      id === message || id === mailing ? 900 : 700,
    )
  await app.rows(
    `insert into outbox (subject, channel, state, claimed_until) values
       ($1, 'send-contact-message', 'done', null), ($2, 'send-contact-message', 'waiting', now() + interval '1 minute')`,
    message,
    mailing,
  )
}

const kept = async (app: TestApp) => ({
  revisions: (await app.rows('select id from entry_revisions')).length,
  messages: (await app.rows('select id from contact_messages')).length,
  deliveries: (await app.rows('select subject from outbox')).length,
})

test('messages and earlier answers are forgotten when their time is over, and nothing else', async () => {
  await using app = await testApp()
  await longAgo(app)
  await forgetOld({ pool: app.pool, days: DAYS })
  const left = { revisions: 2, messages: 2, deliveries: 1 }
  expect(await kept(app)).toEqual(left)
  await app.rows('update outbox set claimed_until = null')
  await forgetOld({ pool: app.pool, days: DAYS })
  expect(await kept(app)).toEqual({ ...left, messages: 1, deliveries: 0 })
})

test('more than one slice is forgotten, and nothing while the clock may be wrong', async () => {
  await using app = await testApp()
  await app.rows(
    `insert into entry_revisions (id, entry_id, answers, replaced_at)
     select overlay($1::text placing lpad(to_hex(n), 12, '0') from 25)::uuid, gen_random_uuid(), '{}', now() - interval '900 days'
     from generate_series(1, 2500) as n`,
    idOf(900),
  )
  const options = { pool: app.pool, config: () => ({ retentionDays: DAYS, confirmDays: 14 }) }
  const tasks = forgetting({ ...options, isClockSteady: async () => false })
  for (const { run } of tasks) await run(new AbortController().signal)
  expect((await kept(app)).revisions).toBe(2_500)
  await forgetOld({ pool: app.pool, days: DAYS })
  expect((await kept(app)).revisions).toBe(0)
})

test('what cannot be forgotten is reported, and does not keep the rest', async () => {
  await using app = await testApp()
  await longAgo(app)
  await app.rows('alter table email_changes rename to away')
  const logFailure = vi.fn<(what: string, error: unknown) => void>()
  const options = {
    pool: app.pool,
    config: () => ({ retentionDays: DAYS, confirmDays: 14 }),
    isClockSteady: async () => true,
  }
  const running = startTasks({ pool: app.pool, tasks: forgetting(options), logFailure })
  await expect.poll(async () => (await kept(app)).messages).toBe(2)
  await running.stop()
  expect(await app.rows('select name, error from tasks where failures = 1')).toEqual([
    { name: 'delete changes of email', error: expect.stringContaining('email_changes') },
  ])
  expect(logFailure.mock.calls).toEqual([
    ['changes of email could not be deleted', expect.objectContaining({ code: '42P01' })],
  ])
})
