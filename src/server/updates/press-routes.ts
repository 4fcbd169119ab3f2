import type pg from 'pg'
import { linksOf } from '#shared/list/updates.ts'
import { ROUTES } from '#shared/routes.ts'
import { AppError } from '../base/errors.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/server.ts'
import { countPress, readPress } from './presses.ts'
import { readUpdate } from './updates.ts'

/** Counts who presses a link of an update, and leads on to where the owner's words say. */
export function pressRoutes(app: App, { pool }: { pool: pg.Pool }) {
  route(app, ROUTES.pressLink, async ({ params, method }, reply) => {
    const press = await readPress(pool, params.token)
    const update = press && (await readUpdate(pool, press.updateId))
    const href = update && linksOf(update)[press.link]
    if (!href) throw new AppError('not-found')
    if (method === 'GET') await countPress(pool, press)
    return reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(href, 302)
  })
}
