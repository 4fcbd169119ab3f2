import type { Does, Reward } from '#shared/list/rewards.ts'
import type { RuleInForce } from '#shared/joining/referral-rule.ts'
import { instant } from '../people/entry-columns.ts'
import { WAITS } from './hand-out.ts'
import { findRow, findRows, type Queryable, type Transaction } from '../db/query.ts'

/** What people can earn now. */
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

/** What somebody can earn, and has earned. */
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
