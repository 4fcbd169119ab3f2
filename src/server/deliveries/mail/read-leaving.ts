import type { LeavingMails } from '#shared/list/launch-day.ts'
import type { Queryable } from '../../db/pool.ts'
import { readServices } from '../services/integration-queries.ts'
import type { Budgets } from './budgets.ts'

type Counts = Pick<LeavingMails, 'retrying' | 'last_minute' | 'failed'> & {
  queued: number
  later: number
  next_at: Date | null
}

export async function readLeaving(db: Queryable, budgets: Budgets): Promise<LeavingMails> {
  const [counts, services] = await Promise.all([countLeaving(db), readServices(db)])
  const { queued, later, retrying, next_at, ...rest } = counts
  const { problems, paused_until, held_at } = services.find(({ service }) => service === 'mail')!
  const isPaused = paused_until !== null || held_at !== null
  const held = isPaused ? 0 : later
  return {
    ...rest,
    leaving: isPaused ? 0 : queued - held,
    held,
    retrying: isPaused ? queued + retrying : retrying,
    next_at: next_at?.toISOString() ?? null,
    most_per_hour: Math.max(1, Math.floor(budgets.all / 2)),
    problems: problems?.split('\n') ?? [],
    paused_until: paused_until?.toISOString() ?? null,
    held_at: held_at?.toISOString() ?? null,
  }
}

async function countLeaving(db: Queryable): Promise<Counts> {
  const waiting = `from outbox where channel = 'send-invitation' and state = 'waiting'`
  const { rows } = await db.query<Counts>(
    `select (select count(*)::int ${waiting} and error is null) as queued,
       (select count(*)::int ${waiting} and error is not null) as retrying,
       (select count(*)::int ${waiting} and error is null and due_at > now()) as later,
       (select min(due_at) ${waiting} and due_at > now()) as next_at,
       (select count(*)::int from outbox
         where channel in ('send-invitation', 'send-invitation-reminder') and state = 'given up') as failed,
       (select count(*)::int from outbox
         where channel = 'send-invitation' and state = 'done' and changed_at > now() - interval '1 minute') as last_minute`,
  )
  return rows[0]!
}
