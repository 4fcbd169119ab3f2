import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

const LOOK_MS = 1_000

/**
 * A typical reverse proxy: it keeps connections open, polls the readiness of each server every second, sends requests
 * to the ready servers in turn, and never retries. Resolves after the first poll of all servers.
 */
export async function startProxy(servers: string[]) {
  const agent = new Agent({ keepAlive: true })
  const ready = new Set<string>()
  const look = async (server: string) => {
    const answer = await fetch(`${server}/readyz`).catch(() => null)
    if (answer?.status === 200) ready.add(server)
    else ready.delete(server)
  }
  let turn = 0
  const proxy = createServer((incoming, outgoing) => {
    const server = [...ready][turn++ % ready.size]
    const fail = ({ message }: { message: string }) => outgoing.writeHead(502).end(message)
    if (!server) return fail({ message: 'no server is ready' })
    const { method, headers } = incoming
    const forwarded = request(server + incoming.url, { method, headers, agent }, (answer) => {
      const { connection: _, ...kept } = answer.headers
      outgoing.writeHead(answer.statusCode!, kept)
      answer.pipe(outgoing)
    })
    incoming.pipe(forwarded.on('error', fail))
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  await Promise.all(servers.map(look))
  const looking = setInterval(() => void Promise.all(servers.map(look)), LOOK_MS)
  return {
    address: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    ready,
    async [Symbol.asyncDispose]() {
      clearInterval(looking)
      proxy.closeAllConnections()
      await new Promise((resolve) => proxy.close(resolve))
      agent.destroy()
    },
  }
}
