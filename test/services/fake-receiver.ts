import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

type Received = { headers: Record<string, string>; body: string }
type Payload = { type: string; timestamp: string; data: Record<string, unknown> }
/** Handles a request. `count`: the number of requests so far. A returned number is sent as the status. */
type Behaviour = (request: IncomingMessage, response: ServerResponse, count: number) => unknown

/** A program that receives webhooks. By default, it answers 204. */
export async function fakeReceiver(behaviour: Behaviour = () => 204) {
  const received: Received[] = []
  let behave = behaviour
  const server = createServer(async (request, response) => {
    const body = await text(request)
    received.push({ headers: request.headers as Record<string, string>, body })
    const status = behave(request, response, received.length)
    if (typeof status === 'number') response.writeHead(status).end(status === 204 ? undefined : `answered ${status}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    behave: (next: Behaviour) => void (behave = next),
    payloads: () => received.map(({ body }) => JSON.parse(body) as Payload),
    /** The payloads with verified signatures. Throws if a signature is invalid. */
    verify: (secret: string) =>
      received.map(({ body, headers }) => new Webhook(secret).verify(body, headers) as Payload),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
