import type { Queryable } from '../../db/pool.ts'
import { requestersFor } from '../../joining/requests.ts'

type Page = { limit: number; after: string }

const REMINDER = `select from outbox d where d.subject = u.id and d.channel = 'send-reminder'`

export async function findToRemind(db: Queryable, { days, limit, after }: Page & { days: number }): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from (${requestersFor('$1')}) as u where id > $3 and not exists (${REMINDER}) order by id limit $2`,
    [days, limit, after],
  )
  return rows.map(({ id }) => id)
}

export async function findUnanswered(
  db: Queryable,
  { days, daysSinceReminder, limit, after }: Page & { days: number; daysSinceReminder: number },
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from (${requestersFor('$1')}) as u
     where id > $3 and exists (${REMINDER} and state in ('done', 'given up', 'dismissed', 'skipped')
       and changed_at < now() - $4 * interval '1 day')
     order by id limit $2`,
    [days, limit, after, daysSinceReminder],
  )
  return rows.map(({ id }) => id)
}
