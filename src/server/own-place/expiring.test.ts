import { expect, test } from 'vitest'
import { DAY_MS } from '#shared/values/durations.ts'
import { confirmingApp } from '../../../test/confirming-app.ts'
import { settled } from '../../../test/services/channel.ts'
import { fakeSmtp } from '../../../test/services/fake-smtp.ts'
import { hurry } from '../../../test/mailing-app.ts'
import type { TestApp } from '../../../test/test-app.ts'
import { createErasing } from '../create-erasing.ts'
import { expire } from './expiring.ts'

const PATIENCE = { timeout: 60_000, interval: 50 }

const run = (app: TestApp) =>
  expire({
    pool: app.pool,
    eraseRequests: createErasing({ dataDir: app.dataDir }).eraseRequests,
    confirmDays: 14,
  })

/** Moves the stored times back by `days`, and makes the clock watch find that servers ran all that time. */
async function daysPass(app: TestApp, days: number) {
  await settled(app)
  await app.rows(`update join_requests set created_at = created_at - $1 * interval '1 day'`, days)
  await app.rows(
    `update outbox set changed_at = changed_at - $1 * interval '1 day',
       delivered_at = delivered_at - $1 * interval '1 day'`,
    days,
  )
  await app.rows(`update mail_budgets set since = since - $1 * interval '1 day'`, days)
  const now = Date.now()
  await app.rows(
    `insert into settings (key, value) values ('clock_watch', to_jsonb($1::text))
     on conflict (key) do update set value = excluded.value`,
    `${now - 60_000} ${now - days * DAY_MS}`,
  )
}

/** Everybody who waits for a confirmation or is on the list. */
const emails = (app: TestApp) =>
  app.rows(`select email from (
    select request ->> 'email' as email from join_requests union select email from waitlist_entries) as people
    where email is not null order by email`)

test('people who do not confirm are reminded once, and forgotten when their days are over', async () => {
  await using smtp = await fakeSmtp()
  await using app = await confirmingApp(smtp)
  for (const email of ['gone@example.com', 'kept@example.com']) await app.ask({ email })
  await app.press(await app.tokenOf('kept@example.com'))
  await app.tokenOf('gone@example.com')

  await daysPass(app, 2)
  await run(app)
  await daysPass(app, 1.1)
  for (let times = 0; times < 3; times += 1) await run(app)
  await app.tokenOf('gone@example.com', 2)
  const reminder = app.mailsTo('gone@example.com')[1]!
  expect(reminder.subject).toContain('still waiting')
  await daysPass(app, 10)
  await run(app)
  expect(await emails(app)).toHaveLength(2)

  const [{ id }] = await app.rows(`select id from join_requests where request ->> 'email' = 'gone@example.com'`)
  await daysPass(app, 1)
  await run(app)
  expect(await emails(app)).toEqual([{ email: 'kept@example.com' }])
  expect(app.mailsTo('gone@example.com')).toHaveLength(2)
  expect(await app.rows('select entry_id from erasures')).toEqual([{ entry_id: id }])
  // Nobody proved that the address was theirs, so it is not recorded as erased.
  expect(await app.rows('select from erased_addresses')).toEqual([])
})

test('a mail server that is away for a day, or weeks, costs nobody their place', async () => {
  await using smtp = await fakeSmtp()
  smtp.misbehave((step) => (step === 'connect' ? '421 4.3.2 Closed for maintenance' : null))
  await using app = await confirmingApp(smtp)
  await app.ask({ email: 'ada@example.com' })
  await expect.poll(() => app.rows(`select from outbox where state = 'waiting'`), PATIENCE).toHaveLength(1)
  await daysPass(app, 1)
  await run(app)
  await daysPass(app, 20)
  await run(app)
  await run(app)
  expect(await emails(app)).toHaveLength(1)

  smtp.recover()
  await hurry(app)
  const token = await app.tokenOf('ada@example.com', 2)
  expect((await app.press(token)).status).toBe(204)
  await expect.poll(() => app.mailsTo('ada@example.com').length, PATIENCE).toBe(3)
})

test('a clock that jumps erases nobody', async () => {
  await using smtp = await fakeSmtp()
  await using app = await confirmingApp(smtp)
  await app.ask({ email: 'ada@example.com' })
  await app.tokenOf('ada@example.com')
  await daysPass(app, 4)
  await run(app)
  await app.tokenOf('ada@example.com', 2)
  await daysPass(app, 20)

  // The clock was last read 20 days ago, or showed a time in the future: it jumped forward, or back.
  const now = Date.now()
  for (const seen of [now - 20 * DAY_MS, now + 365 * DAY_MS]) {
    await app.rows(`update settings set value = to_jsonb($1::text) where key = 'clock_watch'`, `${seen} ${seen - 1e10}`)
    await run(app)
    await run(app)
    expect(await emails(app)).toHaveLength(1)
  }
  await daysPass(app, 1)
  await run(app)
  expect(await emails(app)).toEqual([])
})

test('answers that nobody confirms are dropped in the end', async () => {
  await using smtp = await fakeSmtp()
  await using app = await confirmingApp(smtp)
  await app.ask({ email: 'ada@example.com' })
  await app.press(await app.tokenOf('ada@example.com'))
  await app.ask({ email: 'ada@example.com', business_name: 'Not mine' })
  expect(await app.rows('select from join_requests')).toHaveLength(1)
  await daysPass(app, 15)
  await run(app)
  expect(await app.rows('select from join_requests')).toEqual([])
  expect(await emails(app)).toHaveLength(1)
})
