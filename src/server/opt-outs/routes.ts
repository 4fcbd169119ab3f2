import type pg from 'pg'
import * as z from 'zod/mini'
import { site } from '#shared/site.ts'
import { paths } from '#shared/paths.ts'
import { AppError } from '../errors.ts'
import type { App } from '../http/server.ts'
import type { Enqueue } from '../jobs/enqueue.ts'
import type { TokenContent } from '../tokens/token-format.ts'
import type { Tokens } from '../tokens/tokens.ts'
import { changeOptOut } from './change-opt-out.ts'

/** A mailbox provider sends the requests of all its users from a few addresses. */
const PRESSES_PER_ADDRESS = { max: 600 }

/** Any text, and a token that is missing or there twice: each gets the same answer as a forged one. */
const Query = z.object({ token: z.optional(z.unknown()) })

type Dependencies = { pool: pg.Pool; enqueue: Enqueue; tokens: Tokens }

/**
 * The endpoints of the links in mails. A POST comes from our page, from a browser without scripts, or from a mailbox
 * provider (RFC 8058). Only the token counts, whatever the body, cookies and origin, and the answer is never a
 * redirect. A GET of the page changes nothing, because scanners open links.
 */
export function optOutRoutes(app: App, dependencies: Dependencies) {
  const options = {
    schema: { querystring: Query, response: { 200: z.string() } },
    config: { rateLimit: PRESSES_PER_ADDRESS },
  }

  void app.register(async (app: App) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null))

    app.post(paths.unsubscribe, options, async (request, reply) => {
      await changeOptOut(dependencies, { held: await read(request.query.token), isOptedOut: true })
      return reply
        .type('text/plain; charset=utf-8')
        .send(`${site().unsubscribe.done.title}. ${site().unsubscribe.done.text}`)
    })

    app.delete(paths.unsubscribe, options, async (request, reply) => {
      await changeOptOut(dependencies, { held: await read(request.query.token), isOptedOut: false })
      return reply
        .type('text/plain; charset=utf-8')
        .send(`${site().unsubscribe.undone.title}. ${site().unsubscribe.undone.text}`)
    })
  })

  async function read(token: unknown): Promise<TokenContent> {
    const held = typeof token === 'string' ? await dependencies.tokens.read(token, { purpose: 'unsubscribe' }) : null
    if (!held) throw new AppError('not-found')
    return held
  }
}
