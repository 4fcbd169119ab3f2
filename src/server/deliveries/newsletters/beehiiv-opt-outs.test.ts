import { expect, test } from 'vitest'
import type { SyncResult } from '#shared/site/by-hand.ts'
import { isIdle } from '../../../../test/services/channel.ts'
import { fakeBeehiiv } from '../../../../test/services/fake-beehiiv.ts'
import { IMPATIENT } from '../../../../test/services/fake-service.ts'
import { hurryUntil } from '../../../../test/hurry.ts'
import { signIn } from '../../../../test/people/owner.ts'
import { until } from '../../../../test/servers/process.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import { createTokens } from '../../accounts/tokens.ts'

const STAYING = 'staying@example.com'
const LEAVING = 'leaving@example.com'

test('a person who unsubscribed here is not added to Beehiiv by a catch-up, a sync, a retry or joining again', async () => {
  await using beehiiv = await fakeBeehiiv()
  await using app = await testApp()
  {
    await using before = await testApp({ work: true, beside: app })
    for (const email of [STAYING, LEAVING]) await before.join({ email })
    await until(() => isIdle(before, 'sync-to-beehiiv'))
    await unsubscribe(before, LEAVING)
  }
  await using server = await testApp({ work: true, services: { beehiiv: beehiiv.config }, beside: app })
  const owner = await signIn(server)
  await owner.post('/api/admin/integrations/beehiiv/catch-up')
  await until(async () => String(await states(server)) === 'skipped,done')
  expect(await notes(server)).toEqual(['They want no more mail.'])

  await server.rows(`update outbox set content_hash = null where channel = 'sync-to-beehiiv'`)
  expect(await sync(owner)).toEqual({ success: true, synced: 1, errors: 0 })
  expect(await sync(owner)).toEqual({ success: true, synced: 0, errors: 0 })
  await server.rows(`update outbox set state = 'given up', content_hash = null where state = 'skipped'`)
  await owner.post('/api/admin/deliveries/retry', { service: 'beehiiv' })
  await until(async () => String(await states(server)) === 'skipped,done')
  await server.join({ email: LEAVING, business_name: 'Another Chair' })
  await until(() => isIdle(server, 'sync-to-beehiiv'))

  expect(emails(beehiiv)).toEqual([STAYING])
  expect(creations(beehiiv)).toEqual([STAYING, STAYING])
})

test('a subscriber who unsubscribes here is unsubscribed at Beehiiv too, once, and never activated again', async () => {
  await using beehiiv = await fakeBeehiiv(IMPATIENT)
  await using app = await testApp({ work: true, services: { beehiiv: beehiiv.config } })
  await app.join({ email: LEAVING })
  await until(() => isIdle(app, 'sync-to-beehiiv'))
  // Beehiiv carries out the request, but its answer never arrives.
  beehiiv.misbehave(({ method }) => (method === 'PUT' ? 'lost' : null))
  for (let press = 0; press < 2; press += 1) await unsubscribe(app, LEAVING)
  await until(() => beehiiv.subscriptions[0]!.status === 'inactive')
  beehiiv.misbehave(null)
  await hurryUntil(app, async () => String(await states(app)) === 'skipped')

  const puts = beehiiv.calls.filter(({ method }) => method === 'PUT')
  expect(puts.map(({ body }) => body)).toEqual([{ unsubscribe: true }])
  const { length } = beehiiv.calls
  expect(await sync(await signIn(app))).toEqual({ success: true, synced: 0, errors: 0 })
  await app.join({ email: LEAVING, business_name: 'Another Chair' })
  await until(() => isIdle(app, 'sync-to-beehiiv'))
  expect(beehiiv.calls.slice(length).map(({ method }) => method)).not.toContain('POST')

  await unsubscribe(app, LEAVING, 'DELETE')
  await until(() => isIdle(app, 'sync-to-beehiiv'))
  expect(await notes(app)).toEqual(['They unsubscribed in Beehiiv, and are left alone.'])
  expect(beehiiv.subscriptions).toMatchObject([{ email: LEAVING, status: 'inactive' }])
})

test('a person who unsubscribes while their delivery waits for its turn is not added', async () => {
  await using beehiiv = await fakeBeehiiv()
  await using app = await testApp({ work: true, services: { beehiiv: beehiiv.config } })
  beehiiv.misbehave(({ path }) => (path.includes('custom_fields') ? 'slow' : null))
  await app.join({ email: LEAVING })
  await until(() => beehiiv.calls.length === 1)
  await app.rows(`insert into mail_opt_outs (entry_id) select id from waitlist_entries`)
  await until(() => isIdle(app, 'sync-to-beehiiv'))
  expect([await states(app), creations(beehiiv)]).toEqual([['skipped'], []])
})

test('a person who unsubscribes while they are being added is unsubscribed right after', async () => {
  await using beehiiv = await fakeBeehiiv()
  await using app = await testApp({ work: true, services: { beehiiv: beehiiv.config } })
  beehiiv.misbehave(({ method }) => (method === 'POST' ? 'slow' : null))
  await app.join({ email: LEAVING })
  await until(() => beehiiv.subscriptions.length === 1)
  await unsubscribe(app, LEAVING)
  await hurryUntil(app, () => beehiiv.subscriptions[0]!.status === 'inactive')
  await until(async () => String(await states(app)) === 'skipped')
})

test('a person who takes the opt-out back before they were ever added is added then', async () => {
  await using beehiiv = await fakeBeehiiv()
  await using app = await testApp({ work: true, services: { beehiiv: beehiiv.config } })
  beehiiv.misbehave(() => ({ status: 503 }))
  await app.join({ email: LEAVING })
  await unsubscribe(app, LEAVING)
  beehiiv.misbehave(null)
  await hurryUntil(app, async () => String(await states(app)) === 'skipped')
  expect(emails(beehiiv)).toEqual([])

  await unsubscribe(app, LEAVING, 'DELETE')
  await until(async () => String(await states(app)) === 'done')
  expect(emails(beehiiv)).toEqual([LEAVING])
})

type Fake = Awaited<ReturnType<typeof fakeBeehiiv>>

async function unsubscribe(app: TestApp, email: string, method: 'POST' | 'DELETE' = 'POST') {
  const { id } = await app.entry(email)
  const token = await createTokens(app.pool).sign('unsubscribe', id)
  expect((await app.app.inject({ method, url: `/unsubscribe?token=${token}` })).statusCode).toBe(200)
}

async function sync(owner: Awaited<ReturnType<typeof signIn>>): Promise<SyncResult> {
  return (await owner.post('/functions/v1/sync-to-beehiiv')).json()
}

function emails({ subscriptions }: Fake): string[] {
  return subscriptions.map(({ email }) => email)
}

/** The addresses of all calls that create a subscription. */
function creations({ calls }: Fake): string[] {
  return calls.filter(({ method }) => method === 'POST').map(({ body }) => body.email)
}

/** The state of each person's newsletter delivery, ordered by address. */
async function states(app: TestApp): Promise<string[]> {
  const rows = await app.rows(
    `select d.state from outbox d join waitlist_entries e on e.id = d.subject
     where channel = 'sync-to-beehiiv' order by e.email`,
  )
  return rows.map(({ state }) => state)
}

async function notes(app: TestApp): Promise<string[]> {
  const rows = await app.rows(`select error from outbox where channel = 'sync-to-beehiiv' and state = 'skipped'`)
  return rows.map(({ error }) => error)
}
