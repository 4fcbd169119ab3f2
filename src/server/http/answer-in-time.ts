import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '#shared/values/errors.ts'
import { AppError } from '../base/errors.ts'
import { limitLines } from '../base/limit-lines.ts'

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
