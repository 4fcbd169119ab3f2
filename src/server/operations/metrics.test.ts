import { expect, test } from 'vitest'
import { fakeSmtp } from '../../../test/services/fake-smtp.ts'
import { hurryUntil } from '../../../test/hurry.ts'
import { mailingApp } from '../../../test/mailing-app.ts'
import { testApp } from '../../../test/test-app.ts'
import { beginBackup, endBackup } from './backups.ts'
import { createMetrics } from './metrics.ts'
import { serveMetrics } from './metrics-routes.ts'

const TOKEN = 'token-of-the-prometheus'

test('the metrics count requests, joins, jobs and deliveries, and name nobody', async () => {
  await using smtp = await fakeSmtp()
  smtp.misbehave((step) => (step === 'to' ? '550 5.1.1 unknown' : null))
  await using app = await mailingApp(smtp, { metricsToken: TOKEN })
  const { referral_code } = await app.join({ email: 'robin@example.com', full_name: 'Robin Reed' })
  await app.join({ email: 'robin@example.com' })
  expect((await app.post({ email: 'no address' })).status).toBe(400)
  await app.app.inject({ url: `/api/referral-codes/${referral_code}` })
  await app.app.inject({ url: '/nowhere/robin@example.com' })
  await endBackup(app.pool, (await beginBackup(app.pool, null))!, { file: '/one', bytes: 1, entries: 1 })

  const lines = [
    'firstchair_http_request_duration_seconds_count{method="POST",route="/api/waitlist/entries",status="201"} 1',
    'firstchair_http_request_duration_seconds_count{method="POST",route="/api/waitlist/entries",status="200"} 1',
    'firstchair_http_request_duration_seconds_count{method="POST",route="/api/waitlist/entries",status="400"} 1',
    'firstchair_http_request_duration_seconds_count{method="GET",route="/api/referral-codes/:code",status="200"} 1',
    'firstchair_http_request_duration_seconds_count{method="GET",route="unknown",status="404"} 1',
    'firstchair_joins_total{outcome="new"} 1',
    'firstchair_joins_total{outcome="other"} 1',
    'firstchair_join_batch_size_sum 2',
    'firstchair_entries 1',
    'firstchair_database_up 1',
    'firstchair_sending_held 0',
    'firstchair_backup_last_failed 0',
    'firstchair_outbox{channel="send-waitlist-email",state="given up"} 1',
    'nodejs_eventloop_lag_seconds',
    'process_resident_memory_bytes',
  ]
  // Both joins ask for the mail, so the delivery fails, waits and fails again.
  let text = ''
  await hurryUntil(app, async () => {
    text = await read(app)
    return lines.every((line) => text.includes(line))
  }).catch(() => expect(lines.filter((line) => !text.includes(line))).toEqual([]))
  expect(text).toMatch(/^firstchair_backup_last_success_timestamp_seconds 1\.\d+e9$|_seconds 1\d{9}/m)
  expect(text).not.toMatch(/robin|example\.com/i)
  expect(text).not.toContain(referral_code)

  await app.rows('update outside_services set held_at = now()')
  expect(await read(app)).toContain('firstchair_sending_held 1')
})

test('whoever lacks the token gets the answer for an unknown address, and so does everybody where there is none', async () => {
  await using app = await testApp({ metricsToken: TOKEN })
  await using without = await testApp()
  const unknown = await without.app.inject({ url: '/metrics' })
  const answers = [
    await app.app.inject({ url: '/metrics' }),
    await app.app.inject({ url: '/metrics', headers: { authorization: 'Bearer another-token-of-someone' } }),
    await without.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } }),
  ]
  for (const { statusCode, body } of answers) expect([statusCode, body]).toEqual([404, unknown.body])
})

test('on a port of their own they need no token, and are there while the database is not', async () => {
  const app = await testApp()
  const metrics = createMetrics({
    hasNightlyBackups: () => true,
    folders: () => ({ data: import.meta.dirname, backups: '/nowhere' }),
  })
  metrics.watchPool('server', app.pool)
  metrics.onFailure('old history could not be deleted')
  const served = await serveMetrics(0, { metrics, pool: app.pool })
  const read = async () => (await fetch(`http://127.0.0.1:${served.port}/metrics`)).text()
  expect(await read()).toContain('firstchair_database_up 1')
  expect(await read()).toContain('firstchair_pool_connections{pool="server",state="idle"}')
  expect(await read()).toMatch(/^firstchair_disk_bytes{folder="data",what="free"} [1-9]/m)
  expect(await read()).not.toContain('folder="backups"')
  expect(await read()).toContain('firstchair_backup_last_success_timestamp_seconds 0')
  expect(await read()).toContain('firstchair_background_failures_total{what="old history could not be deleted"} 1')
  await app[Symbol.asyncDispose]()

  const text = await read()
  expect(text).toContain('firstchair_database_up 0')
  expect(text).not.toMatch(/^firstchair_entries \d/m)
  expect((await fetch(`http://127.0.0.1:${served.port}/`)).status).toBe(404)
  await served.close()
})

async function read({ app }: Awaited<ReturnType<typeof testApp>>): Promise<string> {
  const answer = await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, expect.stringContaining('text/plain')])
  return answer.body
}
