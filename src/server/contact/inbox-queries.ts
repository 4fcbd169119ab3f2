import { type Message, type MessageList, MOST_COUNTED } from '#shared/list/messages.ts'
import type { Queryable } from '../db/pool.ts'

const IN_LIST = { open: 'done_at is null', done: 'done_at is not null' } as const

const MESSAGE = `id, name, email, message, read_at is not null as is_read, done_at is not null as is_done,
  to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at`

export async function selectMessages(
  db: Queryable,
  { list, before, limit }: { list: MessageList; before: string | null; limit: number },
): Promise<Message[]> {
  const { rows } = await db.query<Message>(
    `select ${MESSAGE} from contact_messages
     where ${IN_LIST[list]} and ($1::uuid is null or id < $1::uuid) order by id desc limit $2`,
    [before, limit],
  )
  return rows
}

export async function countMessages(db: Queryable): Promise<{ open: number; done: number }> {
  const { rows } = await db.query(`select ${countOf(IN_LIST.open)} as open, ${countOf(IN_LIST.done)} as done`)
  return rows[0]!
}

export async function countUnread(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ unread: number }>(`select ${countOf('read_at is null')} as unread`)
  return rows[0]!.unread
}

/** Stops at the highest number that the dashboard shows. */
function countOf(condition: string): string {
  return `(select count(*)::int from (select from contact_messages where ${condition} limit ${MOST_COUNTED}) as counted)`
}

export async function markMessages(
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

export async function markAllRead(db: Queryable): Promise<number> {
  const { rowCount } = await db.query('update contact_messages set read_at = now() where read_at is null')
  return rowCount ?? 0
}
