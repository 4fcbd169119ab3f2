import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { PRIVACY_VERSION } from '#site/privacy.ts'
import { PlaceExport, PlaceReceipt } from '#shared/place.ts'
import { allServices } from '../../../test/all-services.ts'
import { isQueueIdle } from '../../../test/erasing-owner.ts'
import { hurryUntil } from '../../../test/hurry.ts'
import { startMain } from '../../../test/main-server.ts'
import { addressOf } from '../../../test/server.ts'
import { openTab } from '../../../test/live-place.ts'
import { callPlace, mailedToken } from '../../../test/place-holder.ts'
import { until } from '../../../test/process.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'

const ADA = 'ada@example.com'

async function leave(app: TestApp, token: string): Promise<string> {
  const response = await callPlace(app, token, { method: 'DELETE' })
  expect(response.statusCode).toBe(202)
  expect(response.json().referral_codes).toContainEqual(expect.stringMatching(/^[A-Z\d]{6}$/))
  return response.json().receipt_token
}

async function receiptOf(app: TestApp, token: string) {
  const response = await callPlace(app, token, { url: '/api/receipt' })
  expect(response.statusCode).toBe(200)
  return PlaceReceipt.parse(response.json())
}

const state = ({ parts }: PlaceReceipt) => Object.fromEntries(parts.map(({ name, state }) => [name, state]))

test('a person with a fresh link can download everything and leave, in all tabs, and the receipt is ticked off', async () => {
  await using all = await allServices()
  const { app, notion, beehiiv } = all
  const ada = await app.join({ email: ADA, business_name: 'First', submission_id: 'one', utm: { source: 'flyer' } })
  await app.join({ used_referral_code: ada.referral_code })
  await app.join({ email: ADA, business_name: 'Second' })
  const contact = { name: 'Ada', email: ADA, message: 'Hello?' }
  await app.app.inject({ method: 'POST', url: '/api/contact', payload: contact })
  await hurryUntil(app, () => isQueueIdle(app))
  const tabs = await Promise.all(Array.from({ length: 4 }, () => openTab(app, ada.browser_token!)))
  const token = await mailedToken(app, ADA)
  tabs.push(await openTab(app, token))

  const response = await callPlace(app, token, { url: '/api/place/export' })
  expect(response.headers['content-disposition']).toMatch(/^attachment; filename="your-place-.*\.json"$/)
  expect(PlaceExport.parse(response.json())).toMatchObject({
    email: ADA,
    position: 1,
    joined: { position: 1, campaign: { source: 'flyer' } },
    referral_codes: [{ code: ada.referral_code }, {}],
    answers: { business_name: 'Second' },
    earlier_answers: [{ answers: { business_name: 'First' } }],
    submissions: [{ position: 1, referral_code: ada.referral_code }],
    history: [{ kind: 'friend' }, { kind: 'joined' }],
    messages: [{ name: 'Ada', message: 'Hello?' }],
    mails: expect.arrayContaining([
      { kind: 'send-waitlist-email', state: 'done', sent_at: expect.any(String) },
      { kind: 'send-referral-notification', state: 'done', sent_at: expect.any(String) },
    ]),
    services: [{ name: 'notion' }, { name: 'beehiiv' }],
    consent: { no_mail_since: null, privacy_version: PRIVACY_VERSION },
  })

  const receipt = await leave(app, token)
  await until(() => tabs.every((tab) => tab.isGone()))
  await hurryUntil(app, () => isQueueIdle(app))
  expect(await receiptOf(app, receipt)).toMatchObject({
    joined_position: 1,
    erased_at: expect.any(String),
    parts: [
      { name: 'here', state: 'done', at: expect.any(String) },
      { name: 'notion', state: 'done', at: expect.any(String) },
      { name: 'beehiiv', state: 'done', at: expect.any(String) },
    ],
  })
  expect(JSON.stringify([notion.pages.filter(({ in_trash }) => !in_trash), beehiiv.subscriptions])).not.toContain(ADA)
  // A phone that lost the answer asks again.
  expect(await leave(app, token)).toBe(receipt)
  expect((await callPlace(app, token)).statusCode).toBe(404)
  for (const bad of [ada.browser_token!, receipt])
    expect((await callPlace(app, bad, { method: 'DELETE' })).statusCode).toBe(404)
  expect(await app.rows('select count(*)::int from erasures')).toEqual([{ count: 1 }])
  expect(await app.verify()).toEqual([])
})

test('without a link of the last hour nobody can download anything or leave', async () => {
  await using app = await testApp()
  const { browser_token } = await app.join({ email: ADA })
  for (const token of [browser_token!, await mailedToken(app, ADA, { hoursAgo: 2 })])
    for (const call of [{ method: 'DELETE' }, { url: '/api/place/export' }] as const) {
      const response = await callPlace(app, token, call)
      expect([response.statusCode, response.json().error.code]).toEqual([403, 'link-needed'])
    }
  expect((await app.entry(ADA)).erased_at).toBeNull()
})

test('a person who leaves while something is under way about them is erased right after it, once', async () => {
  await using app = await testApp()
  await app.join({ email: ADA })
  const { id } = await app.entry(ADA)
  await app.rows(
    `insert into deliveries (entry_id, channel, state, claimed_until, claimed_by)
     values ($1, 'add-to-notion', 'sending', now() + interval '1 hour', gen_random_uuid())`,
    id,
  )
  const token = await mailedToken(app, ADA)
  const receipts = await Promise.all([1, 2, 3].map(() => leave(app, token)))
  expect(new Set(receipts).size).toBe(1)
  expect(await receiptOf(app, receipts[0]!)).toEqual({
    erased_at: null,
    joined_position: null,
    parts: [{ name: 'here', state: 'waits', at: null }],
  })

  // The server that is at it dies; another one goes on.
  await using server = await testApp({ beside: app, work: true, dataDir: app.dataDir })
  await until(
    async () => (await app.rows(`select from pgboss.job where name = 'leave' and state = 'retry'`)).length > 0,
  )
  await app.rows('update deliveries set claimed_until = now()')
  await hurryUntil(server, async () => (await receiptOf(app, receipts[0]!)).erased_at !== null)

  expect(state(await receiptOf(app, receipts[0]!))).toEqual({ here: 'done', notion: 'waits' })
  await until(
    async () => (await app.rows(`select from pgboss.job where name = 'leave' and state < 'completed'`)).length === 0,
  )
  expect(await app.rows('select count(*)::int from erasures')).toEqual([{ count: 1 }])
  expect(await app.verify()).toEqual([])
})

test('a deletion that a kill -9 interrupts ends, once', async () => {
  await using app = await testApp()
  await app.join({ email: ADA })
  const { id } = await app.entry(ADA)
  await app.rows(
    `insert into deliveries (entry_id, channel, state, claimed_until, claimed_by)
     values ($1, 'sync-to-beehiiv', 'sending', now() + interval '1 hour', gen_random_uuid())`,
    id,
  )
  const settings = { DATA_DIR: app.dataDir, RATE_LIMIT: 'off' }
  const killed = startMain(app.database, settings)
  const authorization = `Bearer ${await mailedToken(app, ADA)}`
  const left = await fetch(`${await addressOf(killed)}/api/place`, { method: 'DELETE', headers: { authorization } })
  const { receipt_token } = (await left.json()) as { receipt_token: string }
  killed.child.kill('SIGKILL')
  await killed.end

  await app.rows('update deliveries set claimed_until = now()')
  await using _next = startMain(app.database, settings)
  await hurryUntil(app, async () => (await receiptOf(app, receipt_token)).erased_at !== null, 45)
  expect((await readFile(`${app.dataDir}/erased-entries`, 'utf8')).trim()).toBe(id)
  expect(await app.rows('select entry_id from erasures')).toEqual([{ entry_id: id }])
  expect(await app.verify()).toEqual([])
}, 90_000)

test('a service that is away for a day is ticked off when it is back', async () => {
  await using all = await allServices()
  const { app, notion, beehiiv } = all
  await app.join({ email: ADA })
  await hurryUntil(app, () => isQueueIdle(app))
  for (const service of [notion, beehiiv]) service.misbehave(() => ({ status: 503, body: {} }))
  const receipt = await leave(app, await mailedToken(app, ADA))
  await until(async () => (await app.rows('select from outside_services where paused_until is not null')).length === 2)
  expect(state(await receiptOf(app, receipt))).toEqual({ here: 'done', notion: 'waits', beehiiv: 'waits' })
  expect((await app.rows('select email from outside_remains')).length).toBe(2)

  for (const service of [notion, beehiiv]) service.misbehave(null)
  await hurryUntil(app, () => isQueueIdle(app))
  expect(state(await receiptOf(app, receipt))).toEqual({ here: 'done', notion: 'done', beehiiv: 'done' })
  expect(await app.rows('select * from outside_remains')).toEqual([])
})
