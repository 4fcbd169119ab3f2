import type { LeavingMails } from '#shared/list/launch-day.ts'
import type { Queryable } from '../../db/pool.ts'
import { readServices } from '../outbox/integration-queries.ts'
import type { Budgets } from './budgets.ts'

type Counts = Pick<LeavingMails, 'retrying' | 'last_minute' | 'failed'> & {
  queued: number
  later: number
  next_at: Date | null
}

/** Counts the mails of waves that have not been sent, by reason, and the invitations sent in the last minute. */
export async function readLeaving(db: Queryable, budgets: Budgets): Promise<LeavingMails> {
  const [counts, services] = await Promise.all([countLeaving(db), readServices(db)])
  const { queued, later, retrying, next_at, ...rest } = counts
  const { problems, paused_until, held_at } = services.find(({ service }) => service === 'mail')!
  const isPaused = paused_until !== null || held_at !== null
  // A mail that a budget delays is queued for later. During a pause, all other mails are queued for later too.
  const held = isPaused ? 0 : Math.min(queued, Math.max(0, later - retrying))
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

/** Reads indexes only: waiting and failed mails, and the deliveries of the last minute. */
async function countLeaving(db: Queryable): Promise<Counts> {
  const of = (states: string) =>
    `(select count(*)::int from deliveries where channel = 'send-invitation' and state in (${states}))`
  const later = `from pgboss.job where name = 'send-invitation' and state < 'active' and not blocked and start_after > now()`
  const { rows } = await db.query<Counts>(
    `select ${of(`'queued', 'sending'`)} as queued, ${of(`'waiting', 'retrying'`)} as retrying,
       (select count(*)::int from deliveries
         where channel in ('send-invitation', 'send-invitation-reminder') and state = 'failed') as failed,
       (select count(*)::int from deliveries
         where channel = 'send-invitation' and state = 'done' and changed_at > now() - interval '1 minute') as last_minute,
       (select count(*)::int ${later}) as later, (select min(start_after) ${later}) as next_at`,
  )
  return rows[0]!
}
