import * as z from 'zod/mini'
import { ROUTES } from '#shared/routes.ts'
import { type App, route } from '../http/route.ts'
import { announceMessage } from '../listing/rows/counter.ts'
import type { Context } from '../context.ts'
import { type Message, type MessageList, MOST_COUNTED } from '#shared/list/messages.ts'
import { randomUUIDv7 } from 'node:crypto'
import type { ContactRequest } from '#shared/joining/contact.ts'
import { AppError } from '../base/errors.ts'
import { enqueue } from '../outbox/rows.ts'
import { tellOf } from '../outbox/tell-endpoints.ts'
import { findRows, findValue, inTransaction, parseCursor, type Queryable, toCursor } from '../db/query.ts'

export function inboxRoutes(app: App, { dashboardPool: pool }: Context) {
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

const IN_LIST = { open: 'done_at is null', done: 'done_at is not null' } as const

const MESSAGE = `id, name, email, message, read_at is not null as is_read, done_at is not null as is_done,
  to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at`

function selectMessages(
  db: Queryable,
  { list, before, limit }: { list: MessageList; before: string | null; limit: number },
) {
  return findRows<Message>(
    db,
    `select ${MESSAGE} from contact_messages
     where ${IN_LIST[list]} and ($1::uuid is null or id < $1::uuid) order by id desc limit $2`,
    [before, limit],
  )
}

async function countMessages(db: Queryable): Promise<{ open: number; done: number }> {
  const { rows } = await db.query(`select ${countOf(IN_LIST.open)} as open, ${countOf(IN_LIST.done)} as done`)
  return rows[0]!
}

async function countUnread(db: Queryable) {
  return (await findValue<number>(db, `select ${countOf('read_at is null')} as unread`))!
}

/** Stops at the highest number that the dashboard shows. */
function countOf(condition: string): string {
  return `(select count(*)::int from (select from contact_messages where ${condition} limit ${MOST_COUNTED}) as counted)`
}

async function markMessages(
  db: Queryable,
  { ids, is_read, is_done }: { ids: string[]; is_read?: boolean | undefined; is_done?: boolean | undefined },
): Promise<number> {
  const { rowCount } = await db.query(
    `update contact_messages m set read_at = marked.read_at, done_at = marked.done_at
     from (select id,
         case when $2 or $3 then coalesce(read_at, now()) when not $2 then null else read_at end as read_at,
         case when $3 then coalesce(done_at, now()) when not $3 then null else done_at end as done_at
       from contact_messages where id = any($1) order by id for no key update) as marked (id, read_at, done_at)
     where m.id = marked.id and (m.read_at, m.done_at) is distinct from (marked.read_at, marked.done_at)`,
    [ids, is_read ?? null, is_done ?? null],
  )
  return rowCount ?? 0
}

async function markAllRead(db: Queryable): Promise<number> {
  const { rowCount } = await db.query('update contact_messages set read_at = now() where read_at is null')
  return rowCount ?? 0
}

/** Each message becomes a mail to the owner. */
const MESSAGES_PER_ADDRESS = { max: 6 }

export function contactRoutes(ctx: Context) {
  route(
    ctx.app,
    ROUTES.sendMessage,
    async ({ body }) => {
      await storeMessage(ctx, body)
      return { ok: true as const }
    },
    { config: { rateLimit: MESSAGES_PER_ADDRESS } },
  )
}

async function storeMessage({ pool, app }: Context, { name, email, message }: ContactRequest): Promise<void> {
  await inTransaction(pool, async (tx) => {
    const id = randomUUIDv7()
    await tx.query('insert into contact_messages (id, name, email, message) values ($1, $2, $3, $4)', [
      id,
      name,
      email,
      message,
    ])
    await enqueue(tx, 'send-contact-message', [id])
    await tellOf(tx, 'message.received', [id])
  }).catch((cause: unknown) => {
    throw new AppError('unavailable', { cause })
  })
  // Under load the counter's lock may take a while. The visitor does not wait for it. If this fails, the dashboards show
  // the message after their next refresh.
  announceMessage(pool).catch((err) => app.log.error({ err }, 'the dashboards were not told of a message'))
}
