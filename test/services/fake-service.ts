import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A call that arrived. `at` is its time in milliseconds. */
export type Call = { method: string; path: string; body: any; headers: IncomingMessage['headers']; at: number }
export type Reply = { status: number; body?: unknown; headers?: Record<string, string> }

/**
 * The fault of a call:
 * - a reply: it is sent, and the call has no effect;
 * - `hang`: no answer, and the call has no effect;
 * - `lost`: the call has its effect, but gets no answer;
 * - `half`: the call has its effect, but the answer breaks off;
 * - `html`: a page in place of an answer, and the call has no effect;
 * - `slow`: the call has its effect, and the answer is a second late.
 */
export type Fault = (Reply & { retryAfter?: number | string }) | 'hang' | 'lost' | 'half' | 'html' | 'slow'
type Misbehaviour = (call: Call) => Fault | null | undefined

/** Options for tests in which calls get no answer: each call times out after two seconds. */
export const IMPATIENT = { timeoutMs: 2_000 }

/** The options of a fake service with this fault. A call that will be answered does not time out on a slow machine. */
export function patienceFor(fault: Fault): Partial<typeof IMPATIENT> {
  return fault === 'hang' || fault === 'lost' ? IMPATIENT : {}
}

/** Answers a call as the real service would; null for an unknown call. */
type Answer = (call: Call) => Reply | null

/** A real HTTP server on loopback. An unknown call fails the test at its end. */
export async function fakeService(answer: Answer, describeFault: (status: number) => unknown) {
  const calls: Call[] = []
  const complaints: string[] = []
  let misbehaviour: Misbehaviour = () => null

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const body = await text(request)
    const { method = '', url: path = '', headers } = request
    const call: Call = { method, path, body: body ? JSON.parse(body) : null, headers, at: Date.now() }
    calls.push(call)
    const fault = misbehaviour(call)
    if (fault === 'hang') return
    if (fault === 'html') return send(response, { status: 200, body: '<!doctype html><h1>Bad gateway</h1>' })
    if (fault && typeof fault === 'object') return send(response, toReply(fault))

    const reply = answer(call)
    if (!reply) complaints.push(`${method} ${path} ${body}`)
    if (fault === 'lost') return
    if (fault === 'half') return sendHalf(response, reply ?? UNKNOWN)
    if (fault === 'slow') await new Promise((resolve) => setTimeout(resolve, 1_000))
    send(response, reply ?? UNKNOWN)
  }

  function toReply({ status, retryAfter, body = describeFault(status), headers }: Exclude<Fault, string>): Reply {
    return { status, body, headers: { ...headers, ...(retryAfter && { 'retry-after': String(retryAfter) }) } }
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error) => {
      complaints.push(String(error))
      response.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    complaints,
    /** Sets the fault of all further calls; null for none. */
    misbehave(next: Misbehaviour | null) {
      misbehaviour = next ?? (() => null)
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      if (complaints.length > 0) throw new Error(`A fake service was called wrongly:\n${complaints.join('\n')}`)
    },
  }
}

const UNKNOWN: Reply = { status: 404, body: { message: 'The fake does not know this call' } }

function send(response: ServerResponse, { status, body, headers }: Reply) {
  if (status === 204) return response.writeHead(204, headers).end()
  const isText = typeof body === 'string'
  response.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json', ...headers })
  response.end(isText ? body : JSON.stringify(body ?? {}))
}

function sendHalf(response: ServerResponse, { status, body, headers }: Reply) {
  const whole = JSON.stringify(body ?? {})
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': whole.length, ...headers })
  response.write(whole.slice(0, whole.length / 2), () => response.destroy())
}
