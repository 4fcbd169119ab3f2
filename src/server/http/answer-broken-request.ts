import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { ERRORS } from '#shared/values/errors.ts'
import { type ErrorResponse } from '#shared/values/error-schema.ts'

const STATUS_BY_FAULT: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

/** They never reach a route. */
export function answerBrokenRequests(headers: () => Record<string, string>) {
  const answer: ErrorResponse = { error: { code: 'invalid-input', message: ERRORS['invalid-input'].message } }
  const body = JSON.stringify(answer)
  const lines = () =>
    Object.entries({
      ...headers(),
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}\r\n`)

  return ({ code = '' }: NodeJS.ErrnoException, socket: Socket) => {
    if (code === 'ECONNRESET' || socket.destroyed) return
    const status = STATUS_BY_FAULT[code] ?? 400
    if (socket.writable) socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines().join('')}\r\n${body}`)
    socket.destroy()
  }
}
