import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import { withoutPorts } from './visitor-address.ts'

/** The headers of every answer. Few, because each costs a small answer dearly. */
export function everyAnswersHeaders(publicUrl: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  }
}

/** What is done with every request before anything reads it. */
export function guardRequests(
  app: FastifyInstance,
  { trustProxy, publicUrl }: Pick<Config, 'trustProxy' | 'publicUrl'>,
) {
  const headers = Object.entries(everyAnswersHeaders(publicUrl))
  app.addHook('onRequest', ({ raw }, reply, done) => {
    for (const [name, value] of headers) reply.header(name, value)
    // Fastify reads addresses only, and would give each port a limit of its own.
    if (trustProxy) raw.headers['x-forwarded-for'] &&= withoutPorts(String(raw.headers['x-forwarded-for']))
    done(hasTwoHosts(raw) ? new AppError('invalid-input', { fields: { host: 'must be sent once' } }) : undefined)
  })
}

/** Node keeps the first; a proxy may have judged by the last (RFC 9112, section 3.2). */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1
}
