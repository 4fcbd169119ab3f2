import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { derived } from '../base/derived.ts'
import { AppError } from '../base/errors.ts'
import { withoutPorts } from '../config/visitor-address.ts'

/** Few, because each is a noticeable cost for a small answer. */
export function everyAnswersHeaders(publicUrl: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  }
}

export function guardRequests(
  app: FastifyInstance,
  { trustProxy, publicUrl }: { trustProxy: string | false; publicUrl: () => string },
) {
  const headersOf = derived(
    () => [publicUrl()],
    (url) => Object.entries(everyAnswersHeaders(url)),
  )
  app.addHook('onRequest', ({ raw }, reply, done) => {
    for (const [name, value] of headersOf()) reply.header(name, value)
    if (trustProxy) raw.headers['x-forwarded-for'] &&= withoutPorts(String(raw.headers['x-forwarded-for']))
    done(hasTwoHosts(raw) ? new AppError('invalid-input', { fields: { host: 'must be sent once' } }) : undefined)
  })
}

/** Node keeps the first Host header; a proxy may have checked the last one (RFC 9112, section 3.2). */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1
}
