import { expect, test, vi } from 'vitest'
import { DAY_MS } from '#shared/values/durations.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { forgetOld } from './forget-old.ts'
import { startForgetting } from './start-forgetting.ts'

const DAYS = 730

/** Makes a UUID of version 7 with the time of this many days ago. */
function idOf(daysAgo: number): string {
  const time = (Date.now() - daysAgo * DAY_MS).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`
}

/** Stores old and new submissions of one entry, and contact messages, one of which is being mailed. */
async function longAgo(app: TestApp) {
  const [entry, message, mailing] = [idOf(900), idOf(900), idOf(899)]
  for (const daysAgo of [900, 731, 729, 1]) {
    await app.rows(
      `insert into submissions (entry_id, submission_id, position, referral_code, is_new, created_at)
       values ($1, $2, 1, 'AAAAAA', false, now() - $3 * interval '1 day')`,
      entry,
      `${daysAgo} days ago`,
      daysAgo,
    )
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
    `insert into deliveries (entry_id, channel, state, claimed_until) values
       ($1, 'send-contact-message', 'done', null), ($2, 'send-contact-message', 'sending', now() + interval '1 minute')`,
    message,
    mailing,
  )
}

const kept = async (app: TestApp) => ({
  submissions: (await app.rows('select submission_id from submissions order by created_at')).map(
    (row) => row.submission_id,
  ),
  revisions: (await app.rows('select id from entry_revisions')).length,
  messages: (await app.rows('select id from contact_messages')).length,
  deliveries: (await app.rows('select entry_id from deliveries')).length,
})

test('messages, submissions and earlier answers are forgotten when their time is over, and nothing else', async () => {
  await using app = await testApp()
  await longAgo(app)
  await app.join({ submission_id: 'today' })

  await forgetOld({ pool: app.pool, days: DAYS })
  const left = { submissions: ['729 days ago', '1 days ago', 'today'], revisions: 2, messages: 2, deliveries: 1 }
  expect(await kept(app)).toEqual(left)
  await app.rows('update deliveries set claimed_until = null')
  await forgetOld({ pool: app.pool, days: DAYS })
  expect(await kept(app)).toEqual({ ...left, messages: 1, deliveries: 0 })
})

test('a full name that Notion did not get is forgotten after 30 days', async () => {
  await using app = await testApp()
  const name = (full_name: string, daysAgo: number) =>
    app.rows(
      `insert into full_names (entry_id, full_name, given_at) values ($1, $2, now() - $3 * interval '1 day')`,
      idOf(900),
      full_name,
      daysAgo,
    )
  await name('Ada', 31)
  await name('Robin', 29)

  await forgetOld({ pool: app.pool, days: DAYS })
  expect(await app.rows('select full_name from full_names')).toEqual([{ full_name: 'Robin' }])
})

test('more than one slice is forgotten, and nothing while the clock may be wrong', async () => {
  await using app = await testApp()
  await app.rows(
    `insert into entry_revisions (id, entry_id, answers, replaced_at)
     select overlay($1::text placing lpad(to_hex(n), 12, '0') from 25)::uuid, gen_random_uuid(), '{}', now() - interval '900 days'
     from generate_series(1, 2500) as n`,
    idOf(900),
  )
  const logFailure = (_what: string, error: unknown) => {
    throw error
  }
  const options = { pool: app.pool, config: () => ({ retentionDays: DAYS, confirmDays: 14 }), logFailure }
  await startForgetting({ ...options, isClockSteady: async () => false }).stop()
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
    logFailure,
  }
  const forgetting = startForgetting(options)
  await expect.poll(async () => (await kept(app)).messages).toBe(2)
  await forgetting.stop()
  expect(logFailure.mock.calls).toEqual([
    ['changes of email could not be deleted', expect.objectContaining({ code: '42P01' })],
  ])
})
