import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'

/** A response that stays open while the client listens (Server-Sent Events). */
export type EventStream = {
  /** Sends events as text. A client that does not read them counts as gone. */
  send: (text: string) => void
  end: () => void
  /** Calls `work` once, whichever side ended the stream, and at once if the client has left before it began. */
  onClose: (work: () => void) => void
}

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  // Without this header a server that stops while a tab closes may keep that connection open.
  connection: 'close',
  // Without this header a proxy may buffer events until it has many.
  'x-accel-buffering': 'no',
}

/** The unread bytes at which a listener counts as gone. */
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
