import type pg from 'pg'
import * as z from 'zod/mini'
import { unsubscribe } from '#site/unsubscribe.ts'
import { paths } from '#shared/paths.ts'
import { AppError } from '../errors.ts'
import type { App } from '../http/server.ts'
import type { Enqueue } from '../jobs/enqueue.ts'
import { changeOptOut } from './change-opt-out.ts'
import { createUnsubscribeTokens } from './unsubscribe-tokens.ts'

/** A mailbox provider sends the requests of all its users from a few addresses. */
const PRESSES_PER_ADDRESS = { max: 600, timeWindow: '1 minute' }

const Query = z.object({ token: z.string().check(z.maxLength(100)) })

/**
 * The endpoints of the links in mails. A POST comes from our page, from a browser without scripts, or from a mailbox
 * provider (RFC 8058). Only the token counts, whatever the body, cookies and origin, and the answer is never a
 * redirect. A GET of the page changes nothing, because scanners open links.
 */
export function optOutRoutes(app: App, { pool, enqueue }: { pool: pg.Pool; enqueue: Enqueue }) {
  const tokens = createUnsubscribeTokens(pool)
  const options = {
    schema: { querystring: Query, response: { 200: z.string() } },
    config: { rateLimit: PRESSES_PER_ADDRESS },
  }

  void app.register(async (app: App) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null))

    app.post(paths.unsubscribe, options, async (request, reply) => {
      await changeOptOut({ pool, enqueue }, { id: await idOf(request.query.token), isOptedOut: true })
      return reply.type('text/plain; charset=utf-8').send(`${unsubscribe.done.title}. ${unsubscribe.done.text}`)
    })

    app.delete(paths.unsubscribe, options, async (request, reply) => {
      await changeOptOut({ pool, enqueue }, { id: await idOf(request.query.token), isOptedOut: false })
      return reply.type('text/plain; charset=utf-8').send(`${unsubscribe.undone.title}. ${unsubscribe.undone.text}`)
    })
  })

  async function idOf(token: string): Promise<string> {
    const id = await tokens.read(token)
    if (id === null) throw new AppError('invalid-input', { fields: { token: 'is not from one of our mails' } })
    return id
  }
}
