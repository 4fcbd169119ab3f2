import { type Does, FEW_CODES } from '#shared/list/rewards.ts'
import type { ComposedMail } from '../../emails/mail-frame.ts'
import { rewardCodesMail } from '../../emails/owner-mail.ts'
import type { Task } from '../db/tasks.ts'
import { eventsOf, lockFollower, type LoggedEvent, unsettledBy } from '../people/events/followers.ts'
import { recordEvents } from '../people/events/record-events.ts'
import { countUpdates, lockCounter } from '../listing/rows/counter.ts'
import { enqueue } from '../outbox/rows.ts'
import { isHeld } from '../outbox/service-queries.ts'
import { tellOf } from '../outbox/tell-endpoints.ts'
import { touchEntries } from '../trust/states.ts'
import { findColumn, hasRows, inTransaction, type Pool, type Transaction } from '../db/query.ts'
import type { LogFailure, Repeating } from '../base/start-repeating.ts'
import { type Follower, startFollowing } from '../people/events/follow-log.ts'

/** In hours: so that an owner can look at sudden friends first. */
export const WAITS = 24

type HandingOut = { pool: Pool; tellOwners: (mail: ComposedMail) => Promise<unknown> }

export function handingOut(parts: HandingOut): Task {
  return {
    name: 'hand out rewards',
    everyMs: 60_000,
    failure: 'rewards could not be handed out',
    run: (signal) => handOut(parts, signal),
  }
}

export async function handOut({ pool, tellOwners }: HandingOut, signal?: AbortSignal): Promise<void> {
  let handed: HandedOut[]
  do {
    handed = await inTransaction(pool, handOutPart)
    for (const few of await readFew(pool, handed)) await tellOwners(rewardCodesMail(few))
  } while (handed.length === MOST && !signal?.aborted)
}

type HandedOut = { milestone_id: string; entry_id: string; does: Does; tag: string | null; friends: number }

const MOST = 250

async function handOutPart(tx: Transaction): Promise<HandedOut[]> {
  if (await isHeld(tx)) return []
  await lockFollower(tx, REWARDS.name)
  await lockCounter(tx)
  const { rows } = await tx.query<HandedOut>(
    `with due as (
       select r.milestone_id, r.entry_id, m.does, m.tag, m.friends, reached_at,
         row_number() over (partition by r.milestone_id order by reached_at, r.entry_id) as nth
       from rewards r join milestones m on m.id = r.milestone_id join waitlist_entries e on e.id = r.entry_id
       where r.state = 'earned' and reached_at <= now() - interval '${WAITS} hours' and m.ended_at is null
         and e.erased_at is null and e.leaving_at is null and not e.is_rejected and e.referrals >= m.friends
         and r.entry_id not in (${unsettledBy(REWARDS.name)})
     ), unused as (
       select code, milestone_id, row_number() over (partition by milestone_id order by code) as nth
       from reward_codes where state = 'unused'
     ), chosen as (
       select due.*, code from due left join unused on does = 'code' and unused.milestone_id = due.milestone_id and unused.nth = due.nth
       where does <> 'code' or code is not null order by reached_at, entry_id limit ${MOST}
     ), given as (
       update reward_codes c set state = 'given', entry_id = chosen.entry_id, given_at = now()
       from chosen where c.code = chosen.code
     )
     update rewards r set state = 'handed-out', handed_out_at = now() from chosen
     where r.milestone_id = chosen.milestone_id and r.entry_id = chosen.entry_id
     returning r.milestone_id, r.entry_id, does, tag, friends`,
  )
  await takeEffect(tx, rows)
  const ids = [...new Set(rows.map(({ entry_id }) => entry_id))]
  await touchEntries(tx, ids)
  await countUpdates(tx, ids.length)
  return rows
}

/** Waves look at the handed out invitations themselves. */
async function takeEffect(tx: Transaction, handed: HandedOut[]): Promise<void> {
  for (const [id, those] of Map.groupBy(handed, ({ milestone_id }) => milestone_id)) {
    const [{ does, tag, friends }] = those as [HandedOut, ...HandedOut[]]
    const ids = those.map(({ entry_id }) => entry_id)
    if (does === 'webhook') await tellOf(tx, 'reward.earned', ids, { milestone_id: id, friends })
    if (does === 'code') {
      const targets = ids.map((subject) => ({ subject, friend_id: id }))
      await enqueue(tx, 'send-reward', targets)
    }
    if (does !== 'tag') continue
    const people = await findColumn<string>(
      tx,
      `insert into entry_tags (entry_id, tag, imported_by) select id, $2, $3 from unnest($1::uuid[]) as id
       on conflict do nothing returning entry_id`,
      [ids, tag, id],
    )
    await recordEvents(tx, 'tagged', people)
  }
}

type FewCodes = { words: string; unused: number; waiting: number }

/** Where the last codes were given now: few are left, or none. */
async function readFew(pool: Pool, handed: HandedOut[]): Promise<FewCodes[]> {
  const given = Map.groupBy(
    handed.filter(({ does }) => does === 'code'),
    ({ milestone_id }) => milestone_id,
  )
  if (given.size === 0) return []
  const { rows } = await pool.query<FewCodes & { id: string }>(
    `select id, words, (select count(*)::int from reward_codes where milestone_id = m.id and state = 'unused') as unused,
       (select count(*)::int from rewards where milestone_id = m.id and state = 'earned') as waiting
     from milestones m where id = any($1)`,
    [[...given.keys()]],
  )
  return rows.filter(({ id, unused }) => {
    const before = unused + given.get(id)!.length
    return unused === 0 || (unused <= FEW_CODES && before > FEW_CODES)
  })
}

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
  const touched = [
    ...new Set(
      await findColumn<string>(
        tx,
        `insert into rewards as r (milestone_id, entry_id, state, because, reached_at)
     select milestone_id, entry_id, case when has then 'earned' else 'taken-back' end,
       case when not has then 'below' end, coalesce(reached_at, now()) from (${CHANGES}) as changes
     on conflict (milestone_id, entry_id) do update
       set state = excluded.state, because = excluded.because,
         reached_at = case when excluded.state = 'earned' then excluded.reached_at else r.reached_at end
     returning entry_id`,
        values,
      ),
    ),
  ]
  await touchEntries(tx, touched)
  await countUpdates(tx, touched.length)
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
