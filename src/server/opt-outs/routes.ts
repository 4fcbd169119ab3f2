import type { FastifyReply } from 'fastify'
import type pg from 'pg'
import { ROUTES } from '#shared/routes.ts'
import { site } from '#shared/site/site.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/server.ts'
import type { Tokens } from '../tokens/tokens.ts'
import { changeOptOut } from './change-opt-out.ts'

/** A mailbox provider sends the requests of all its users from a few addresses. */
const PRESSES_PER_ADDRESS = { max: 600 }

type Dependencies = { pool: pg.Pool; tokens: Tokens }

/**
 * A POST comes from our page or from a mailbox provider (RFC 8058), so only the token counts, and the answer is never
 * a redirect. A GET changes nothing, because scanners open links.
 */
export function optOutRoutes(app: App, dependencies: Dependencies) {
  void app.register(async (app: App) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null))

    route(app, ROUTES.stopMails, (request, reply) => change(request.query.token, { isOptedOut: true, reply }), {
      config: { rateLimit: PRESSES_PER_ADDRESS },
    })
    route(app, ROUTES.allowMails, (request, reply) => change(request.query.token, { isOptedOut: false, reply }), {
      config: { rateLimit: PRESSES_PER_ADDRESS },
    })
  })

  type Wish = { isOptedOut: boolean; reply: FastifyReply }

  async function change(token: unknown, { isOptedOut, reply }: Wish) {
    const held = typeof token === 'string' ? await dependencies.tokens.read(token, { purpose: 'unsubscribe' }) : null
    const { done, undone, unknown } = site().unsubscribe
    void reply.type('text/plain; charset=utf-8')
    if (!held) return reply.code(404).send(`${unknown.title}. ${unknown.text} ${site().brand.supportEmail}`)
    await changeOptOut(dependencies, { held, isOptedOut })
    const { title, text } = isOptedOut ? done : undone
    return reply.send(`${title}. ${text}`)
  }
}
