import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** The events that one program got. `doubled`: repeated ids; `disordered`: before the join of their person. */
export type Got = { events: number; doubled: number; disordered: number }

/*
 * Receivers of webhooks: so many that answer 204, and one that never answers. Sends their addresses to the parent
 * process, and on request the counts of the first.
 */
const COUNT = Number(process.argv[2] ?? 1)
const receivers = Array.from({ length: COUNT }, openReceiver)
const silent = createServer(() => {})

process.on('message', () => process.send?.(receivers.map(({ got }) => got)))
process.on('disconnect', () => process.exit())
process.send?.({
  live: await Promise.all(receivers.map(({ server }) => listen(server))),
  silent: await listen(silent),
})

function openReceiver() {
  const got: Got = { events: 0, doubled: 0, disordered: 0 }
  const ids = new Set<string>()
  const joined = new Set<string>()
  const server = createServer(async (request, response) => {
    const { type, data } = JSON.parse(await text(request))
    response.writeHead(204).end()
    const id = request.headers['webhook-id'] as string
    if (ids.has(id)) return void (got.doubled += 1)
    ids.add(id)
    got.events += 1
    if (type === 'entry.joined') joined.add(data.id)
    else if (!joined.has(data.id)) got.disordered += 1
  })
  return { server, got }
}

async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
}
