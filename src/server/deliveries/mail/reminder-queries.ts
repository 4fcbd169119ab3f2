import type { Queryable } from '../../db/pool.ts'
import { requestersFor } from '../../joining/requests.ts'

/** A page of ids in ascending order, after the last id of the previous page. */
type Page = { limit: number; after: string }

/** SQL: the reminders to the entry `u`. More conditions can be appended. */
const REMINDER = `select from deliveries d where d.entry_id = u.id and d.channel = 'send-reminder'`

/** People whose request has waited for more than `days`, and who were not reminded. */
export async function findToRemind(db: Queryable, { days, limit, after }: Page & { days: number }): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from (${requestersFor('$1')}) as u where id > $3 and not exists (${REMINDER}) order by id limit $2`,
    [days, limit, after],
  )
  return rows.map(({ id }) => id)
}

/**
 * People whose request has waited for more than `days`, and whose reminder was sent or given up more than
 * `daysSinceReminder` ago.
 */
export async function findUnanswered(
  db: Queryable,
  { days, daysSinceReminder, limit, after }: Page & { days: number; daysSinceReminder: number },
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from (${requestersFor('$1')}) as u
     where id > $3 and exists (${REMINDER} and state in ('done', 'failed', 'dismissed', 'skipped')
       and changed_at < now() - $4 * interval '1 day')
     order by id limit $2`,
    [days, limit, after, daysSinceReminder],
  )
  return rows.map(({ id }) => id)
}
