import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { PlaceExport } from '#shared/joining/place-export.ts'
import { allServices } from '../../../test/services/all-services.ts'
import { confirmingApp } from '../../../test/confirming-app.ts'
import { isQueueIdle } from '../../../test/people/erasing-owner.ts'
import { fakeSmtp } from '../../../test/services/fake-smtp.ts'
import { hurryUntil } from '../../../test/hurry.ts'
import { startMain } from '../../../test/servers/main-server.ts'
import { addressOf } from '../../../test/servers/server.ts'
import { callPlace, mailedToken } from '../../../test/people/place-holder.ts'
import { until } from '../../../test/servers/process.ts'
import { joinRequest, type TestApp, testApp } from '../../../test/test-app.ts'
import { longTest } from '../../../test/runs.ts'

const ADA = 'ada@example.com'

async function leave(app: TestApp, token: string): Promise<void> {
  const response = await callPlace(app, token, { method: 'DELETE' })
  expect(response.statusCode).toBe(202)
  expect(response.json().referral_codes).toContainEqual(expect.stringMatching(/^[A-Z\d]{6}$/))
}

/** What the services still have to erase, by channel. */
async function erasuresOf(app: TestApp) {
  const rows = await app.rows(`select channel, state from outbox where channel like 'erase-from-%'`)
  return Object.fromEntries(rows.map(({ channel, state }) => [channel, state]))
}

async function isErased(app: TestApp): Promise<boolean> {
  return (await app.rows('select from erasures')).length > 0
}

test('a person with a fresh link can download everything and leave, here and at the services', async () => {
  await using all = await allServices()
  const { app, notion, beehiiv } = all
  const ada = await app.join({ email: ADA, business_name: 'First', submission_id: 'one', utm: { source: 'flyer' } })
  await app.join({ used_referral_code: ada.referral_code })
  await app.join({ email: ADA, business_name: 'Second' })
  const contact = { name: 'Ada', email: ADA, message: 'Hello?' }
  await app.app.inject({ method: 'POST', url: '/api/contact', payload: contact })
  await hurryUntil(app, () => isQueueIdle(app))
  const token = await mailedToken(app, ADA)

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
    consent: { no_mail_since: null, no_updates_since: null, friend_mails: 'each', privacy_version: '1' },
    answers_not_proven: true,
    another_email: null,
    mail_problem: null,
    waiting_answers: [],
  })

  await leave(app, token)
  await hurryUntil(app, () => isQueueIdle(app))
  expect(await erasuresOf(app)).toEqual({ 'erase-from-notion': 'done', 'erase-from-beehiiv': 'done' })
  expect(JSON.stringify([notion.pages.filter(({ in_trash }) => !in_trash), beehiiv.subscriptions])).not.toContain(ADA)
  // A phone that did not get the answer repeats the request.
  await leave(app, token)
  expect((await callPlace(app, token)).statusCode).toBe(404)
  expect((await callPlace(app, ada.browser_token!, { method: 'DELETE' })).statusCode).toBe(404)
  expect(await app.rows('select count(*)::int from erasures')).toEqual([{ count: 1 }])
  expect(await app.verify()).toEqual([])
})

test('the downloaded file has the full name, says what is not proven, and has all that waits', async () => {
  await using app = await testApp()
  await using worker = await testApp({ beside: app, work: true })
  await app.join({ email: ADA, full_name: 'Ada Lovelace' })
  const { id } = await app.entry(ADA)
  await app.join({ email: ADA, business_name: 'Typed by somebody', full_name: 'Typed' })
  await hurryUntil(worker, () => isQueueIdle(app))
  await using confirming = await testApp({ beside: app, mustConfirm: true })
  await confirming.post(joinRequest({ email: ADA, business_name: 'Waits', full_name: 'Waiting Name' }))
  await app.rows(`insert into mail_bounces (entry_id, kind, reason) values ($1, 'bounce', 'No such mailbox')`, id)
  const token = await mailedToken(app, ADA)
  await callPlace(app, token, { method: 'POST', url: '/api/place/email', payload: { email: 'new@example.com' } })

  const file = async () => PlaceExport.parse((await callPlace(app, token, { url: '/api/place/export' })).json())
  expect(await file()).toMatchObject({
    full_name: 'Typed',
    answers_not_proven: true,
    earlier_answers: [{ not_proven: false }],
    waiting_answers: [{ full_name: 'Waiting Name', answers: { business_name: 'Waits' }, at: expect.any(String) }],
    another_email: { email: 'new@example.com', asked_at: [expect.any(String)] },
    mail_problem: { kind: 'bounce', reason: 'No such mailbox', at: expect.any(String) },
  })
  const corrected = {
    method: 'PATCH',
    payload: { full_name: ' Ada King ', answers: { business_name: 'Mine' } },
  } as const
  expect((await callPlace(app, token, corrected)).json()).toMatchObject({ full_name: 'Ada King' })
  await hurryUntil(worker, () => isQueueIdle(app))
  expect(await file()).toMatchObject({ full_name: 'Ada King', answers_not_proven: false })
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
  const { browser_token } = await app.join({ email: ADA })
  const { id } = await app.entry(ADA)
  await app.rows(
    `insert into outbox (subject, channel, state, claimed_until, claimed_by)
     values ($1, 'add-to-notion', 'waiting', now() + interval '1 hour', gen_random_uuid())`,
    id,
  )
  const token = await mailedToken(app, ADA)
  await Promise.all([1, 2, 3].map(() => leave(app, token)))
  expect(await app.waiting('leave')).toHaveLength(1)
  // From now on the person's place is gone: it can be neither read nor changed.
  const change = { method: 'PATCH', payload: { answers: { business_name: 'Too late' } } } as const
  for (const [held, call] of [
    [browser_token!, {}],
    [token, {}],
    [token, change],
    [token, { method: 'POST', url: '/api/place/link' }],
    [token, { url: '/api/place/export' }],
  ] as const)
    expect((await callPlace(app, held, call)).statusCode).toBe(404)
  const again = await app.post(joinRequest({ email: ADA }))
  expect([again.status, again.body.error.code, again.headers['retry-after']]).toEqual([503, 'leaving', '30'])
  expect(await isErased(app)).toBe(false)

  // The lease of the delivery expires, as if its server had died. Another server retries the erasure.
  await using server = await testApp({ beside: app, work: true, dataDir: app.dataDir })
  await until(
    async () => (await app.rows(`select from outbox where channel = 'leave' and claimed_by is not null`)).length > 0,
  )
  await app.rows('update outbox set claimed_until = now()')
  await hurryUntil(server, () => isErased(app))

  expect(Object.keys(await erasuresOf(app))).toEqual(['erase-from-notion'])
  await until(async () => (await app.waiting('leave')).length === 0)
  expect(await app.rows('select count(*)::int from erasures')).toEqual([{ count: 1 }])
  expect(await app.verify()).toEqual([])
})

test('where addresses are confirmed, a person who joins again while they leave is on the list afterwards', async () => {
  await using smtp = await fakeSmtp()
  await using app = await confirmingApp(smtp)
  await app.ask({ email: ADA, business_name: 'Before' })
  await app.press(await app.tokenOf(ADA))
  const { id } = await app.entry(ADA)
  await hurryUntil(app, () => isQueueIdle(app))
  await app.rows(
    `update outbox set claimed_until = now() + interval '1 hour' where subject = $1 and channel = 'send-waitlist-email'`,
    id,
  )
  // A request to join that was sent before they left is erased too.
  await app.ask({ email: ADA, business_name: 'Forgotten' })
  await leave(app, await mailedToken(app, ADA))
  for (const business_name of ['Anew', 'Once more']) {
    const answer = await app.ask({
      email: ADA,
      business_name,
      full_name: 'Ada Anew',
      used_referral_code: 'CAME-WITH',
      utm: { source: 'flyer' },
    })
    expect([answer.status, answer.body]).toEqual([202, { check_inbox: true }])
  }
  await app.rows('update outbox set claimed_until = now()')
  await hurryUntil(app, () => isErased(app))

  await expect.poll(() => app.mailsTo(ADA).at(-1)!.text, { timeout: 60_000 }).toContain('/confirm#')
  const token = /\/confirm#(\S+)/.exec(app.mailsTo(ADA).at(-1)!.text)![1]!
  expect((await app.press(token)).status).toBe(204)
  const anew = await app.entry(ADA)
  expect(anew).toMatchObject({
    used_referral_code: 'CAME-WITH',
    utm: { source: 'flyer' },
    joined_position: 2,
    business_name: 'Once more',
  })
  expect([anew.id === id, anew.confirmed_at]).toEqual([false, expect.any(Date)])
  await hurryUntil(app, () => isQueueIdle(app))
  expect(await app.verify()).toEqual([])
})

longTest('a deletion that a kill -9 interrupts ends, once', async () => {
  await using app = await testApp()
  await app.join({ email: ADA })
  const { id } = await app.entry(ADA)
  await app.rows(
    `insert into outbox (subject, channel, state, claimed_until, claimed_by)
     values ($1, 'sync-to-beehiiv', 'waiting', now() + interval '1 hour', gen_random_uuid())`,
    id,
  )
  const settings = { DATA_DIR: app.dataDir, RATE_LIMIT: 'off' }
  const killed = startMain(app.database, settings)
  const authorization = `Bearer ${await mailedToken(app, ADA)}`
  await fetch(`${await addressOf(killed)}/api/place`, { method: 'DELETE', headers: { authorization } })
  killed.child.kill('SIGKILL')
  await killed.end

  await app.rows('update outbox set claimed_until = now()')
  await using _next = startMain(app.database, settings)
  await hurryUntil(app, () => isErased(app))
  expect((await readFile(`${app.dataDir}/erased-entries`, 'utf8')).trim()).toBe(id)
  expect(await app.rows('select entry_id from erasures')).toEqual([{ entry_id: id }])
  expect(await app.verify()).toEqual([])
})

test('a service that is away for a day erases the person when it is back', async () => {
  await using all = await allServices()
  const { app, notion, beehiiv } = all
  await app.join({ email: ADA })
  await hurryUntil(app, () => isQueueIdle(app))
  for (const service of [notion, beehiiv]) service.misbehave(() => ({ status: 503, body: {} }))
  await leave(app, await mailedToken(app, ADA))
  await until(async () => (await app.rows('select from outside_services where paused_until is not null')).length === 2)
  expect(await isErased(app)).toBe(true)
  expect((await app.rows('select email from outside_remains')).length).toBe(2)

  for (const service of [notion, beehiiv]) service.misbehave(null)
  await hurryUntil(app, () => isQueueIdle(app))
  expect(await erasuresOf(app)).toEqual({ 'erase-from-notion': 'done', 'erase-from-beehiiv': 'done' })
  expect(await app.rows('select * from outside_remains')).toEqual([])
})
