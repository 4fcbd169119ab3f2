import { once } from 'node:events'
import { request as plainRequest } from 'node:http'
import { connect, type IncomingHttpHeaders } from 'node:http2'
import { connect as connectTcp } from 'node:net'
import { connect as connectTls } from 'node:tls'

export const NAME = 'waitlist.example'

/** `all`: also headers that were sent twice. */
export type Answer = { status: number; headers: IncomingHttpHeaders; all: [string, string][]; body: Buffer }
export type Request = { method?: string; headers?: Record<string, string>; body?: string | Buffer }
export type Visitor = Awaited<ReturnType<typeof visit>>

/** One connection, with TLS, of the newest HTTP that the site speaks. */
export async function visit({ port, authority, from }: { port: number; authority: Buffer; from: string }) {
  const socket = connectTls({
    socket: connectTcp({ host: '127.0.0.1', port, localAddress: from }),
    servername: NAME,
    ca: authority,
    ALPNProtocols: ['h2', 'http/1.1'],
  })
  await once(socket, 'secureConnect')
  const protocol = socket.alpnProtocol
  const session = connect(`https://${NAME}`, { createConnection: () => socket })
  session.on('error', () => {})

  function send(path: string, { method = 'GET', headers = {}, body }: Request) {
    const stream = session.request({ ':method': method, ':path': path, ...headers }, { endStream: body === undefined })
    stream.on('error', () => {})
    if (body !== undefined) stream.end(body)
    return stream
  }

  return {
    protocol,
    async ask(path: string, request: Request = {}): Promise<Answer> {
      const stream = send(path, request)
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      const [headers, , raw] = (await once(stream, 'response')) as [IncomingHttpHeaders, number, string[]]
      await once(stream, 'close')
      const all = raw.flatMap((name, index): [string, string][] => (index % 2 === 0 ? [[name, raw[index + 1]!]] : []))
      return { status: Number(headers[':status']), headers, all, body: Buffer.concat(chunks) }
    },
    /** `heard` resolves to the milliseconds until such a text came. */
    listen(path: string, headers: Record<string, string>) {
      const began = performance.now()
      const stream = send(path, { headers: { accept: 'text/event-stream', ...headers } })
      let text = ''
      stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      return {
        async heard(part: string, seconds: number): Promise<number | null> {
          while (!text.includes(part)) {
            const left = began + seconds * 1_000 - performance.now()
            if (left < 0 || stream.closed) return null
            await once(stream, 'data', { signal: AbortSignal.timeout(Math.ceil(left)) }).catch(() => {})
          }
          return performance.now() - began
        },
        close: () => stream.close(),
      }
    },
    close: () => session.destroy(),
  }
}

export async function redirectOf(
  port: number,
  path: string,
): Promise<{ status: number; location: string | undefined }> {
  const request = plainRequest({ host: '127.0.0.1', port, path, headers: { host: NAME } }).end()
  const [answer] = await once(request, 'response')
  answer.resume()
  return { status: answer.statusCode, location: answer.headers.location }
}
