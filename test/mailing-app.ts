import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Channel } from '#shared/owner/integrations.ts'
import type { Target } from '../src/server/outbox/channel.ts'
import { enqueue } from '../src/server/outbox/rows.ts'
import { isIdle, settled } from './services/channel.ts'
import { FROM } from './services/fake-services.ts'
import type { FakeSmtp } from './services/fake-smtp.ts'
import { type TestApp, testApp } from './test-app.ts'

type Options = Omit<NonNullable<Parameters<typeof testApp>[0]>, 'work' | 'services'>

/** In milliseconds: longer than a test of the mail budgets takes. */
const OF_ONE_HOUR = 30_000
const HOUR = 3_600_000

/** A server that sends mail through a fake mail server. */
export async function mailingApp(smtp: Pick<FakeSmtp, 'url'>, options: Options = {}) {
  const left = HOUR - (Date.now() % HOUR)
  // The budgets of mails count by the hour.
  if (options.mailBudgets && left < OF_ONE_HOUR) await pause(left)
  return testApp({
    publicUrl: 'https://waitlist.example',
    ...options,
    work: true,
    services: { mail: { url: smtp.url, from: FROM, allowPlaintext: true } },
  })
}

/** Asks the outbox for a delivery once more when the earlier one is recorded, and waits for its end. */
export async function doAgain(app: TestApp, channel: Channel, target: Target) {
  await settled(app)
  await enqueue(app.pool, channel, [target])
  await expect.poll(() => isIdle(app, channel)).toBe(true)
}

/** Makes everything that waits due now. */
export async function hurry(app: TestApp) {
  await app.rows('update outside_services set paused_until = null')
  await app.rows(`update outbox set due_at = now() where state = 'waiting'`)
}
