import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

type Answer = { status: number; body: string }
type Visitor = { socket: Socket; answered: (answer: Answer) => void; lost: (error: Error) => void }

/** Visitors beyond this wait for a free connection, because a process may not open more files. */
const MOST = 18_000
/** Each address of this machine has about 28,000 ports to connect from. */
const ADDRESSES = 20

/**
 * Posts without waiting for earlier answers, each on an idle connection, or on a new one if none is idle. The arrivals
 * therefore do not depend on the server's speed. It implements only as much HTTP as a server with content-length
 * answers needs.
 */
export async function openVisitors(address: string, { path, ready }: { path: string; ready: number }) {
  const { hostname, port } = new URL(address)
  const head = `POST ${path} HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\ncontent-length: `
  const all: Visitor[] = []
  const free: Visitor[] = []
  const outside: ((visitor: Visitor) => void)[] = []
  for (let opened = 0; opened < ready; opened += 1) {
    const visitor = open()
    await once(visitor.socket, 'connect')
    free.push(visitor)
  }

  function open(): Visitor {
    const localAddress = `127.0.0.${2 + (all.length % ADDRESSES)}`
    const socket = connect({ port: Number(port), host: hostname, localAddress, noDelay: true })
    const visitor: Visitor = { socket, answered: () => {}, lost: () => {} }
    let received = ''
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      received += chunk
      const answer = takeAnswer(received)
      if (!answer) return
      received = ''
      visitor.answered(answer)
      const next = outside.shift()
      if (next) next(visitor)
      else free.push(visitor)
    })
    socket.on('error', (error) => visitor.lost(error))
    socket.on('close', () => {
      // The server closes a connection that stays idle for long.
      const idle = free.indexOf(visitor)
      if (idle >= 0) free.splice(idle, 1)
      visitor.lost(new Error('The connection was closed'))
    })
    all.push(visitor)
    return visitor
  }

  return {
    post: (body: string) =>
      new Promise<Answer>((resolve, reject) => {
        const send = (visitor: Visitor) => {
          visitor.answered = resolve
          visitor.lost = reject
          visitor.socket.write(`${head}${Buffer.byteLength(body)}\r\n\r\n${body}`)
        }
        if (free.length === 0 && all.length >= MOST) outside.push(send)
        else send(free.pop() ?? open())
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
