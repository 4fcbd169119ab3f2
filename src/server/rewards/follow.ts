import type { LogFailure } from '../base/log-failures.ts'
import type { Repeating } from '../base/start-repeating.ts'
import { type Follower, startFollowing } from '../people/events/follow-log.ts'
import { eventsOf, type LoggedEvent } from '../people/events/followers.ts'
import { advanceCounter, lockCounter } from '../listing/rows/counter.ts'
import { touchEntries } from '../trust/states.ts'
import { hasRows, type Pool, type Transaction } from '../db/query.ts'

/** `moved`: friends changed without one of them being named, as by an import or when one leaves. */
const kinds = ['counted', 'uncounted', 'moved'] as const

export const REWARDS: Follower = { name: 'rewards', most: 2_000, kinds, step }

export function startFollowingRewards({ pool, logFailure }: { pool: Pool; logFailure: LogFailure }): Repeating {
  return startFollowing({
    pool,
    follower: REWARDS,
    idleMs: 2_000,
    failures: { step: 'rewards do not follow the list', setAside: 'rewards do not follow some people' },
    logFailure,
  })
}

async function step(tx: Transaction, events: LoggedEvent[]): Promise<void> {
  const ids = [...new Set(events.map(({ entry_id }) => entry_id))]
  if (ids.length === 0 || !(await hasRows(tx, 'select from milestones where ended_at is null limit 1'))) return
  const values = [ids, events[0]!.seq]
  const { rowCount } = await tx.query(`${CHANGES} limit 1`, values)
  if (rowCount === 0) return
  await lockCounter(tx)
  const { rows } = await tx.query<{ entry_id: string }>(
    `insert into rewards as r (milestone_id, entry_id, state, because, reached_at)
     select milestone_id, entry_id, case when has then 'earned' else 'taken-back' end,
       case when not has then 'below' end, coalesce(reached_at, now()) from (${CHANGES}) as changes
     on conflict (milestone_id, entry_id) do update
       set state = excluded.state, because = excluded.because,
         reached_at = case when excluded.state = 'earned' then excluded.reached_at else r.reached_at end
     returning entry_id`,
    values,
  )
  const touched = [...new Set(rows.map(({ entry_id }) => entry_id))]
  await touchEntries(tx, touched)
  await advanceCounter(tx, { entries: 0, updates: touched.length })
}

/**
 * SQL: the rewards of these people ($1) that begin or end now, by their events from one on ($2). `reached_at`: when their
 * friends last rose to the number, counted backwards from now.
 */
const CHANGES = `
  select f.milestone_id, f.entry_id, has, f.reached_at
  from (
    select m.id as milestone_id, e.id as entry_id, e.referrals >= m.friends as has,
      (select max(at) filter (where after >= m.friends and after - delta < m.friends) from (
        select at, delta, e.referrals + delta - sum(delta) over (order by seq desc) as after
        from (select seq, at, case kind when 'counted' then 1 when 'uncounted' then -1 else 0 end as delta
          from (${eventsOf('e.id', '$2')}) as unread where seq > m.after_event) as deltas) as counted) as reached_at
    from waitlist_entries e cross join milestones m
    where e.id = any($1) and e.erased_at is null and m.ended_at is null) as f
  left join rewards r on r.milestone_id = f.milestone_id and r.entry_id = f.entry_id
  where case when has then r.state is null or r.because = 'below' or (r.state = 'earned' and f.reached_at > r.reached_at)
    else r.state = 'earned' end`
