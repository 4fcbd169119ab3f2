import {
  type Does,
  type Milestone,
  type MilestonePreview,
  MOST_MILESTONES,
  readCodes,
  type Reward,
  type Spread,
} from '#shared/list/rewards.ts'
import type { ActParams } from '#shared/list/act-requests.ts'
import { AppError } from '../base/errors.ts'
import { FROM_COUNTER } from '../people/events/record-events.ts'
import { countUpdates } from '../listing/rows/counter.ts'
import { touchEntries } from '../trust/states.ts'
import { findRow, findRows, instant, type Queryable, type Transaction } from '../db/query.ts'
import type { RuleInForce } from '#shared/joining/referral-rule.ts'
import { WAITS } from './hand-out.ts'

type NewMilestone = ActParams<'milestone'> & { id: string }

/** Call this with the counter locked. */
export async function addMilestone(tx: Transaction, milestone: NewMilestone): Promise<void> {
  const { id, friends, words, does, tag, note, includes_existing } = milestone
  const { rowCount } = await tx.query(
    `insert into milestones (id, friends, words, does, tag, note, after_event)
     select $1, $2, $3, $4, $5, $6, last_event from (select last_event ${FROM_COUNTER}) as counter
     where (select count(*) from milestones where ended_at is null) < ${MOST_MILESTONES}
       and not exists (select from milestones where ended_at is null and friends = $2)`,
    [id, friends, words, does, tag ?? null, note],
  )
  if (rowCount === 0)
    throw new AppError('invalid-input', {
      fields: { friends: `must be a number that no other reward has, of at most ${MOST_MILESTONES}` },
    })
  const { rows } = await tx.query<{ id: string }>(
    `insert into rewards (milestone_id, entry_id, state, because, reached_at)
     select $1, id, case when $3 then 'earned' else 'taken-back' end, case when not $3 then 'before' end, now()
     from waitlist_entries where referrals >= $2 and erased_at is null returning entry_id as id`,
    [id, friends, includes_existing],
  )
  await tell(tx, rows)
}

/** Nobody earns it any more; what is handed out stays. Call this with the counter locked. */
export async function endMilestone(tx: Transaction, id: string): Promise<void> {
  const { rowCount } = await tx.query('update milestones set ended_at = now() where id = $1 and ended_at is null', [id])
  if (rowCount === 0) throw new AppError('act-final')
  const { rows } = await tx.query<{ id: string }>(
    `update rewards set state = 'taken-back', because = 'owner' where milestone_id = $1 and state = 'earned'
     returning entry_id as id`,
    [id],
  )
  await tell(tx, rows)
}

type Chosen = { milestone: string; ids: string[] }

/** Whether each of these people's rewards is taken back by the owner; those who have not earned it are left out. */
export async function readTakenBack(db: Queryable, { milestone, ids }: Chosen): Promise<Map<string, boolean>> {
  const { rows } = await db.query<{ id: string; is_taken: boolean }>(
    `select entry_id as id, state = 'taken-back' as is_taken from rewards
     where milestone_id = $1 and entry_id = any($2) and (state = 'earned' or because = 'owner')`,
    [milestone, ids],
  )
  return new Map(rows.map(({ id, is_taken }) => [id, is_taken]))
}

/** Call this with the counter locked. Whoever gets it back earns it anew, if they still have the friends. */
export async function takeBack(tx: Transaction, { milestone, ids, isBack }: Chosen & { isBack: boolean }) {
  await tx.query(
    isBack
      ? `update rewards set state = 'taken-back', because = 'owner'
         where milestone_id = $1 and entry_id = any($2) and state = 'earned'`
      : `update rewards r set state = case when referrals >= m.friends then 'earned' else 'taken-back' end,
           because = case when referrals < m.friends then 'below' end, reached_at = now()
         from milestones m, waitlist_entries e
         where r.milestone_id = $1 and r.entry_id = any($2) and because = 'owner' and m.id = milestone_id and e.id = entry_id
           and m.ended_at is null`,
    [milestone, ids],
  )
  await touchEntries(tx, ids)
}

async function tell(tx: Transaction, people: { id: string }[]): Promise<void> {
  await touchEntries(
    tx,
    people.map(({ id }) => id),
  )
  await countUpdates(tx, people.length)
}

export async function changeMilestone(
  db: Queryable,
  { id, words, note }: { id: string; words: string; note: string },
): Promise<void> {
  const { rowCount } = await db.query('update milestones set words = $2, note = $3 where id = $1', [id, words, note])
  if (rowCount === 0) throw new AppError('not-found')
}

/** Adds the codes that no list has. */
export async function addCodes(db: Queryable, { id, codes }: { id: string; codes: string }) {
  const wanted = readCodes(codes)
  const { rowCount } = await db.query(
    `insert into reward_codes (code, milestone_id) select code, m.id
     from milestones m, unnest($2::text[]) as code where m.id = $1 and m.does = 'code' on conflict do nothing`,
    [id, wanted],
  )
  return { added: rowCount ?? 0, known: wanted.length - (rowCount ?? 0) }
}

/** After a restore nobody knows which codes were given since the backup: the owner decides. */
export async function doubtUnusedCodes(tx: Queryable): Promise<void> {
  await tx.query(`update reward_codes set state = 'perhaps-used' where state = 'unused'`)
}

export async function decideCodes(db: Queryable, { id, use }: { id: string; use: boolean }): Promise<void> {
  await db.query(
    use
      ? `update reward_codes set state = 'unused' where milestone_id = $1 and state = 'perhaps-used'`
      : `delete from reward_codes where milestone_id = $1 and state = 'perhaps-used'`,
    [id],
  )
}

export function readMilestones(db: Queryable) {
  return findRows<Milestone>(
    db,
    `select id, friends, words, does, tag, note, ${instant('created_at')} as created_at, ${instant('ended_at')} as ended_at,
       earned, handed_out, taken_back, case when does = 'code' then greatest(0, earned - coalesce(unused, 0)) else 0 end as waiting,
       case when does = 'code' then json_build_object('unused', unused, 'perhaps_used', perhaps_used, 'given', given) end as codes
     from milestones m
       cross join lateral (select count(*) filter (where state = 'earned')::int as earned,
         count(*) filter (where state = 'handed-out')::int as handed_out,
         count(*) filter (where state = 'taken-back' and because <> 'before')::int as taken_back
         from rewards where milestone_id = m.id) as r
       cross join lateral (select count(*) filter (where state = 'unused')::int as unused,
         count(*) filter (where state = 'perhaps-used')::int as perhaps_used,
         count(*) filter (where state = 'given')::int as given from reward_codes where milestone_id = m.id) as c
     order by ended_at is not null, friends, created_at`,
  )
}

const SHOWN = 5

export async function previewMilestone(db: Queryable, friends: number) {
  return (await findRow<MilestonePreview>(
    db,
    `with reached as materialized (
       select id, email, referrals from waitlist_entries where referrals >= $1 and erased_at is null)
     select (select count(*)::int from reached) as people, coalesce((select json_agg(first) from (
       select * from reached order by referrals desc, id limit ${SHOWN}) as first), '[]') as first`,
    [friends],
  ))!
}

export async function readSpread(db: Queryable) {
  return (await findRow<Spread>(
    db,
    `select (select entries ${FROM_COUNTER}) as people, count(distinct f.inviter_id)::int as inviters,
       count(*)::int as friends, count(*) filter (where inviter.counts)::int as second
     from waitlist_entries f join waitlist_entries inviter on inviter.id = f.inviter_id where f.counts`,
  ))!
}

/** The rewards that people can earn now. */
export function readOffered(db: Queryable) {
  return findRows<RuleInForce['rewards'][number]>(
    db,
    'select friends, words as reward from milestones where ended_at is null order by friends',
  )
}

export type OwnReward = Pick<Reward, 'friends' | 'words' | 'code'> & {
  does: Does
  note: string
  /** Null: not reached. */
  state: Reward['state'] | null
  because: Reward['because']
  /** When it is handed out, or was. */
  at: string | null
}

/** The rewards that a person can earn, and those that they have. */
export function readOwnRewards(db: Queryable, entryId: string) {
  return findRows<OwnReward>(
    db,
    `select m.friends, m.words, m.does, m.note, r.state, r.because, c.code,
       ${instant(`coalesce(r.handed_out_at, r.reached_at + interval '${WAITS} hours')`)} as at
     from milestones m left join rewards r on r.milestone_id = m.id and r.entry_id = $1
       left join reward_codes c on c.milestone_id = m.id and c.entry_id = $1
     where m.ended_at is null or r.state = 'handed-out' order by m.friends, m.created_at`,
    [entryId],
  )
}

type ToMail = { words: string; note: string; code: string }

/** Null if they have no code of this milestone. */
export function readRewardMail(db: Queryable, { entryId, milestone }: { entryId: string; milestone: string }) {
  return findRow<ToMail>(
    db,
    `select words, note, code from reward_codes c join milestones m on m.id = c.milestone_id
     where c.entry_id = $1 and m.id = $2`,
    [entryId, milestone],
  )
}

/** The codes stay, so that nobody gets them again. */
export async function forgetRewards(tx: Transaction, ids: string[]): Promise<void> {
  await tx.query('delete from rewards where entry_id = any($1)', [ids])
  await tx.query('update reward_codes set entry_id = null where entry_id = any($1)', [ids])
}
