import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import pg from 'pg'
import type { Connection } from '../../src/server/db/client.ts'

/** The parameters that PgBouncer accepts in a greeting by default. */
const GREETING = ['user', 'database', 'application_name', 'client_encoding', 'datestyle', 'timezone']
const WELCOME = Buffer.from([82, 0, 0, 0, 8, 0, 0, 0, 0, 90, 0, 0, 0, 5, 73])
const [QUIT, READY, IDLE] = [88, 90, 73]

/**
 * A pooler that works like PgBouncer: it greets clients itself, and lends them its own connections, either for the
 * whole session or for one transaction at a time. It checks no passwords.
 */
export async function pooler(target: Connection, mode: 'session' | 'transaction') {
  const idle: Socket[] = []
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    let upstream: Socket | undefined
    let turn = greet()
    sockets.add(client.on('error', () => {}))
    client.on('close', () => upstream?.destroy())

    async function greet() {
      const [greeting] = (await once(client, 'data')) as [Buffer]
      const names = greeting.subarray(8).toString().split('\0')
      const unknown = names.find((name, index) => index % 2 === 0 && name && !GREETING.includes(name.toLowerCase()))
      if (unknown) return void client.end(refusal(`unsupported startup parameter: ${unknown}`))
      client.write(WELCOME)
      client.on('data', (sent: Buffer) => (turn = turn.then(() => forward(sent))))
    }

    async function forward(sent: Buffer) {
      if (sent[0] === QUIT) return void client.end()
      if (upstream) return void upstream.write(sent)
      upstream = idle.pop() ?? (await connect(target))
      sockets.add(upstream)
      upstream.removeAllListeners('data').on('data', (answer: Buffer) => {
        client.write(answer)
        if (mode === 'transaction' && answer.at(-6) === READY && answer.at(-1) === IDLE) giveBack()
      })
      upstream.write(sent)
    }

    function giveBack() {
      idle.push(upstream!)
      upstream = undefined
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const { user, password, database } = target
  return {
    port,
    url: `postgres://${user}:${String(password)}@127.0.0.1:${port}/${database}`,
    connection: { host: '127.0.0.1', port, user, password, database },
    async [Symbol.asyncDispose]() {
      const closed = once(server.close(), 'close')
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

/** A raw connection after the greeting. */
async function connect(target: Connection): Promise<Socket> {
  const client = new pg.Client(target)
  client.on('error', () => {})
  await client.connect()
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  return stream.removeAllListeners('data').on('error', () => {})
}

function refusal(message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C08P01\0M${message}\0\0`)
  const head = Buffer.from('E\0\0\0\0')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}
