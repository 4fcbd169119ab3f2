import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'

export type EventStream = {
  send: (text: string) => void
  end: () => void
  /** Once, whichever side ended the stream, at once if the client has left already. */
  onClose: (work: () => void) => void
}

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  // Otherwise a server that stops may keep the connection open.
  connection: 'close',
  // Otherwise a proxy may buffer events.
  'x-accel-buffering': 'no',
}

const MOST_UNREAD = 64 * 1024

export function startEventStream(reply: FastifyReply): EventStream {
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, { ...(reply.getHeaders() as OutgoingHttpHeaders), ...HEADERS })
  raw.write('retry: 2000\n\n')
  return {
    send: (text) => {
      if (raw.writableLength > MOST_UNREAD) raw.destroy()
      else raw.write(text)
    },
    end: () => raw.end(),
    onClose: (work) => void (raw.destroyed ? work() : raw.once('close', work)),
  }
}
