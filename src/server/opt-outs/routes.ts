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

/** A POST comes from our page, a browser without scripts, or a mailbox provider (RFC 8058): only the token counts, and the answer is never a redirect. A GET changes nothing, because scanners open links. */
export function optOutRoutes(app: App, dependencies: Dependencies) {
  void app.register(async (app: App) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))

    const limited = { config: { rateLimit: PRESSES_PER_ADDRESS } }
    route(
      app,
      ROUTES.stopMails,
      ({ query, body }, reply) => {
        const isOnly = query.only === 'place' || (body as unknown) === ONLY_PLACE
        return change(query.token, { wants: isOnly ? 'place' : 'none', reply })
      },
      limited,
    )
    route(app, ROUTES.allowMails, ({ query }, reply) => change(query.token, { wants: 'all', reply }), limited)
  })

  type Wish = { wants: 'all' | 'place' | 'none'; reply: FastifyReply }

  async function change(token: unknown, { wants, reply }: Wish) {
    const held = typeof token === 'string' ? await dependencies.tokens.read(token, { purpose: 'unsubscribe' }) : null
    const { done, fewer, undone, unknown } = site().unsubscribe
    void reply.type('text/plain; charset=utf-8')
    if (!held) return reply.code(404).send(`${unknown.title}. ${unknown.text} ${site().brand.supportEmail}`)
    await changeOptOut(dependencies, { held, wants })
    const { title, text } = { none: done, place: fewer.done, all: undone }[wants]
    return reply.send(`${title}. ${text}`)
  }
}

const ONLY_PLACE = 'only=place'
