import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { ERRORS, type ErrorCode } from '#shared/values/errors.ts'
import type { ErrorResponse } from '#shared/values/error-schema.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../base/errors.ts'
import { limitLines } from '../base/limit-lines.ts'
import { pageList, pagePaths } from '#shared/site/pages.ts'
import { type Body, sendBody } from './body.ts'

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

declare module 'fastify' {
  interface FastifyContextConfig {
    deadline?: number
    whenLate?: ErrorCode
  }
}

const LATE_LINES_A_MINUTE = 10

/** The handler goes on, and its changes are kept. Fastify's `handlerTimeout` never fires for a POST. */
export function answerInTime(app: FastifyInstance, deadline: number) {
  const silent = app.log.child({}, { level: 'silent' })
  const lines = limitLines({
    most: LATE_LINES_A_MINUTE,
    sumUp: (more) => app.log.error({ more }, 'more requests had no answer in time'),
  })
  app.addHook('onClose', async () => lines.end())
  app.addHook('onRequest', (request, reply, done) => {
    const { config } = request.routeOptions
    const timer = setTimeout(() => answerLate(request, reply), config.deadline ?? deadline)
    reply.raw.once('close', () => clearTimeout(timer))
    done()
  })

  function answerLate(request: FastifyRequest, reply: FastifyReply) {
    if (reply.sent || reply.raw.headersSent) return
    if (request.raw.complete)
      lines.write(() => request.log.error({ route: request.routeOptions.url }, 'there was no answer in time'))
    // Otherwise Fastify would log the late answer of the handler.
    request.log = reply.log = silent
    reply.send(new AppError(request.routeOptions.config.whenLate ?? 'unavailable', { isLogged: true }))
  }
}

const LOGGED_PATHS_A_MINUTE = 20

const OWN_FOLDERS = new Set(['assets', ...Object.values(pagePaths).map((path) => path.split('/')[1]!)].filter(Boolean))

/** The rest may be an email address that somebody typed, or a token. */
function loggable(path: string): string {
  const folder = path.split('/')[1]!
  return OWN_FOLDERS.has(folder) ? `/${folder}/…` : 'unknown'
}

export function answerUnknown(app: FastifyInstance, notFoundPage: () => Promise<Body>) {
  const { status, message } = ERRORS['not-found']
  const answer: ErrorResponse = { error: { code: 'not-found', message } }

  const lines = limitLines({
    most: LOGGED_PATHS_A_MINUTE,
    sumUp: (more) => app.log.warn({ more }, 'nothing at more paths'),
  })
  app.addHook('onClose', async () => lines.end())

  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.replace(/[?#].*$/s, '')
    reply.code(status)
    if (path.startsWith('/api/')) return reply.send(answer)
    const canonical = path.replace(/\/$/, '').toLowerCase()
    // A page that is off is at its address, and not there.
    if (canonical !== path && pageList.some(({ name, path }) => name !== 'home' && path === canonical))
      return reply.redirect(canonical + request.url.slice(path.length), 301)
    lines.write(() => request.log.warn({ path: loggable(canonical) }, 'nothing at this path'))
    return sendBody(await notFoundPage(), { request, reply })
  })
}
