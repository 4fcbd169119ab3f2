import type { AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import { signIn } from '../../../test/people/owner.ts'
import { until } from '../../../test/servers/process.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { renewPassword } from '../accounts/password.ts'
import { longTest } from '../../../test/runs.ts'

/** A listening dashboard and the events it has received so far. */
async function listen({ app }: TestApp, cookie: string) {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const abort = new AbortController()
  const headers = { cookie, accept: 'text/event-stream' }
  const answer = await fetch(`http://127.0.0.1:${port}/api/admin/live`, { headers, signal: abort.signal })
  const heard = { text: '', isOver: false }
  void (async () => {
    try {
      for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) heard.text += chunk
    } catch {}
    heard.isOver = true
  })()
  await until(() => heard.text.includes('retry'))
  // The first poll only reads the counters, and reports no changes.
  await new Promise((resolve) => setTimeout(resolve, 1_200))
  return { answer, heard, hangUp: () => abort.abort() }
}

test('a listener hears of a join on any server, of changed answers and of a message, within two seconds', async () => {
  await using app = await testApp()
  await using other = await testApp({ beside: app })
  const owner = await signIn(app)
  const { answer, heard, hangUp } = await listen(app, owner.cookie)
  expect(answer.headers.get('content-type')).toBe('text/event-stream')

  // The server sends a heartbeat every second.
  await until(() => heard.text.split('event: alive\n').length > 2)
  await other.join({ email: 'someone@example.com' })
  await until(() => heard.text.includes('event: joined\ndata: {}\n\n'))
  expect(heard.text).not.toContain('updated')

  await other.join({ email: 'someone@example.com', business_name: 'Another Name' })
  await until(() => heard.text.includes('event: updated\n'))

  const payload = { name: 'Robin', email: 'robin@example.com', message: 'Do you work with nail bars?' }
  await other.app.inject({ method: 'POST', url: '/api/contact', payload })
  await until(() => heard.text.includes('event: message\n'))
  hangUp()
})

longTest('a live connection ends with its session', async () => {
  await using app = await testApp()
  const owner = await signIn(app)
  const one = await listen(app, owner.cookie)

  await app.app.inject({ method: 'DELETE', url: '/api/admin/session', headers: { cookie: owner.cookie } })
  await until(() => one.heard.isOver)

  const again = await signIn(app)
  const two = await listen(app, again.cookie)
  await renewPassword(app.pool)
  await until(() => two.heard.isOver)
})

test('a live connection neither extends its session nor keeps the server from stopping', async () => {
  await using app = await testApp()
  const owner = await signIn(app)
  await app.rows(`update admin_sessions set expires_at = now() + interval '1 hour'`)
  const { heard } = await listen(app, owner.cookie)

  const [session] = await app.rows(`select expires_at < now() + interval '61 minutes' as is_old from admin_sessions`)
  expect(session.is_old).toBe(true)
  await app.app.close()
  await until(() => heard.isOver)
})

longTest('the metrics count open streams, and not how long they were open', async () => {
  await using app = await testApp({ metricsToken: 'token-of-the-prometheus' })
  const owner = await signIn(app)
  const read = async () => {
    const headers = { authorization: 'Bearer token-of-the-prometheus' }
    return (await app.app.inject({ url: '/metrics', headers })).body
  }
  const open = (count: number) => `firstchair_event_streams{route="/api/admin/live"} ${count}`
  expect(await read()).toContain(open(0))
  await listen(app, owner.cookie)
  expect(await read()).toContain(open(1))

  await app.app.inject({ method: 'DELETE', url: '/api/admin/session', headers: { cookie: owner.cookie } })
  await until(async () => (await read()).includes(open(0)))
  expect(await read()).not.toContain('count{method="GET",route="/api/admin/live",status="200"}')
})

longTest('without listeners the server does not poll', async () => {
  await using app = await testApp()
  const owner = await signIn(app)
  const query = vi.spyOn(app.pool, 'query')
  const polls = () => query.mock.calls.filter(([sql]) => String(sql).includes('syncs::text')).length
  const { hangUp, heard } = await listen(app, owner.cookie)
  await until(() => polls() > 1)

  hangUp()
  await until(() => heard.isOver)

  const pollsWithin = async (ms: number) => {
    const before = polls()
    await new Promise((resolve) => setTimeout(resolve, ms))
    return polls() - before
  }
  await expect.poll(() => pollsWithin(2_500), { timeout: 60_000 }).toBe(0)
})
