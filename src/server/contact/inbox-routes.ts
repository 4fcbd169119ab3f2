import type pg from 'pg'
import * as z from 'zod/mini'
import { ROUTES } from '#shared/routes.ts'
import { parseCursor, toCursor } from '../db/cursor.ts'
import { inTransaction } from '../db/transaction.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/server.ts'
import { announceMessage } from '../listing/rows/counter.ts'
import { countMessages, countUnread, markAllRead, markMessages, selectMessages } from './inbox-queries.ts'

export function inboxRoutes(app: App, { pool }: { pool: pg.Pool }) {
  route(app, ROUTES.messages, async (request) => {
    const { list, cursor, limit } = request.query
    const before = cursor === undefined ? null : parseCursor(z.uuid(), cursor)
    const [found, counts] = await Promise.all([
      selectMessages(pool, { list, before, limit: limit + 1 }),
      countMessages(pool),
    ])
    const messages = found.slice(0, limit)
    return { messages, next_cursor: found.length > limit ? toCursor(messages.at(-1)!.id) : null, counts }
  })

  route(app, ROUTES.unreadMessages, async () => ({
    unread: await countUnread(pool),
  }))

  route(app, ROUTES.markMessages, async ({ body }) => ({
    changed: await inTransaction(pool, async (tx) => {
      const changed = 'ids' in body ? await markMessages(tx, body) : await markAllRead(tx)
      if (changed > 0) await announceMessage(tx)
      return changed
    }),
  }))
}
