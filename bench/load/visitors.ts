import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'

type Answer = { status: number; body: string }
type Options = { path: string; ready: number; patience?: number }
type Visitor = {
  socket: Socket
  /** Null while the connection is idle. */
  answered: ((answer: Answer) => void) | null
  lost: (error: Error) => void
  /** As `performance.now()`; Infinity before the first. */
  idleSince: number
}

/** A process may not open more files. */
const MOST = 18_000
/** A proxy may be about to close a connection that was idle for longer. */
const LONGEST_IDLE_MS = 5_000
/** Each address of this machine has about 28,000 ports to connect from. */
const ADDRESSES = 20

/**
 * Without waiting for earlier answers, so the arrivals do not depend on the server's speed. A visitor gives up after
 * `patience` milliseconds, as a browser does. Only as much HTTP as a server with content-length answers needs.
 */
export async function openVisitors(address: string, { path, ready, patience }: Options) {
  const { hostname, port } = new URL(address)
  const head = `POST ${path} HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\ncontent-length: `
  const all = new Set<Visitor>()
  let count = 0
  const free: Visitor[] = []
  const outside: ((visitor: Visitor) => void)[] = []
  for (let opened = 0; opened < ready; opened += 1) {
    const visitor = open()
    await once(visitor.socket, 'connect')
    free.push(visitor)
  }
  // Node accepts one connection in each turn of its loop, in order. Once this one is answered, it has accepted all.
  const [last]: IncomingMessage[] = await once(get(new URL('/healthz', address), { agent: false }), 'response')
  last!.resume()

  function open(): Visitor {
    const localAddress = `127.0.0.${2 + (count++ % ADDRESSES)}`
    const socket = connect({ port: Number(port), host: hostname, localAddress, noDelay: true })
    const visitor: Visitor = { socket, answered: null, lost: () => {}, idleSince: Infinity }
    let received = ''
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      // A proxy may send a time-out response on an idle connection.
      if (!visitor.answered) return socket.destroy()
      received += chunk
      const answer = takeAnswer(received)
      if (!answer) return
      received = ''
      visitor.answered(answer)
      visitor.answered = null
      visitor.idleSince = performance.now()
      const next = outside.shift()
      if (next) next(visitor)
      else free.push(visitor)
    })
    socket.on('error', (error) => visitor.lost(error))
    socket.on('close', () => {
      all.delete(visitor)
      const idle = free.indexOf(visitor)
      if (idle >= 0) free.splice(idle, 1)
      visitor.lost(new Error('The connection was closed'))
      outside.shift()?.(open())
    })
    all.add(visitor)
    return visitor
  }

  function takeIdle(): Visitor | undefined {
    for (let visitor = free.pop(); visitor; visitor = free.pop()) {
      if (performance.now() - visitor.idleSince < LONGEST_IDLE_MS) return visitor
      visitor.socket.destroy()
    }
  }

  return {
    post: (body: string) =>
      new Promise<Answer>((resolve, reject) => {
        const send = (visitor: Visitor) => {
          const impatience = patience && setTimeout(() => visitor.socket.destroy(new Error('no answer')), patience)
          visitor.answered = (answer) => {
            clearTimeout(impatience)
            resolve(answer)
          }
          visitor.lost = (error) => {
            clearTimeout(impatience)
            reject(error)
          }
          visitor.socket.write(`${head}${Buffer.byteLength(body)}\r\n\r\n${body}`)
        }
        if (free.length === 0 && all.size >= MOST) outside.push(send)
        else send(takeIdle() ?? open())
      }),
    close: () => all.forEach(({ socket }) => socket.destroy()),
  }
}

/** Null until the whole answer has arrived. */
function takeAnswer(received: string): Answer | null {
  const headEnd = received.indexOf('\r\n\r\n')
  if (headEnd < 0) return null
  const head = received.slice(0, headEnd)
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
  const body = received.slice(headEnd + 4)
  return body.length < length ? null : { status: Number(head.slice(9, 12)), body }
}
