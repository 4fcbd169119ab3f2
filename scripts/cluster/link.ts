import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** Connections to `port` lead to one of `targets`, in turns. */
type Ends = { port: number; target: number }

/**
 * The cable of one machine. While it is cut, no byte passes and no error is reported: connections stay open, and new
 * ones are accepted but never answered. Once mended, held bytes arrive, as TCP retransmits them.
 */
export async function openNetwork(links: Ends[]) {
  /** Each open socket, and where its bytes go. */
  const open = new Map<Socket, Socket>()
  let isCut = false
  const servers = await Promise.all(
    links.map(async ({ port, target }) => {
      const server = createServer({ allowHalfOpen: true }, (client) => {
        const beyond = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true })
        join(client, beyond)
        join(beyond, client)
      })
      await once(server.listen(port, '127.0.0.1'), 'listening')
      return server
    }),
  )

  function join(one: Socket, other: Socket) {
    open.set(one, other)
    one.setNoDelay(true).on('error', () => {})
    one.on('close', () => {
      open.delete(one)
      other.destroy()
    })
    if (!isCut) one.pipe(other)
  }

  return {
    cut() {
      isCut = true
      for (const [one, other] of open) one.unpipe(other).pause()
    },
    mend() {
      isCut = false
      for (const [one, other] of open) one.pipe(other)
    },
    async [Symbol.asyncDispose]() {
      for (const socket of open.keys()) socket.destroy()
      await Promise.all(servers.map((server) => once(server.close(), 'close')))
    },
  }
}
