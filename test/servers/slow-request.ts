import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { App } from '../../src/server/http/route.ts'

type Slow = { method: 'POST' | 'PATCH'; url: string; headers: Record<string, string>; payload: object }

/** Sends a request without its body over a real connection. `finish` sends the body, and resolves to the answer. */
export async function slowRequest(app: App, { method, url, headers, payload }: Slow) {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as { port: number }
  const body = Buffer.from(JSON.stringify(payload))
  const length = { 'content-type': 'application/json', 'content-length': body.length }
  const sent = request({ host: '127.0.0.1', port, method, path: url, headers: { ...headers, ...length } })
  sent.flushHeaders()
  return {
    finish: () =>
      new Promise<{ status: number; body: string }>((resolve, reject) => {
        sent.once('error', reject)
        sent.once('response', (answer) => {
          text(answer).then((body) => resolve({ status: answer.statusCode!, body }), reject)
        })
        sent.end(body)
      }),
  }
}
