import type { Answers } from '#shared/site/answers.ts'
import type { Queryable } from '../db/pool.ts'
import { FROM_COUNTER } from '../events/counter-row.ts'
import { bonusOf } from '../places/referral-rule.ts'
import { ANSWER_COLUMNS } from './answer-columns.ts'
import { bounceOf, IS_OPTED_OUT } from './addresses/opted-out.ts'
import { IS_REFERRED } from './is-referred.ts'

export type Person = Answers & {
  id: string
  email: string
  position: number
  joined_position: number
  places_by_friends: number
  /** Places ahead, because they joined by a link. */
  bonus: number
  referral_code: string
  referrals: number
  /** As typed, even if no entry has this code. */
  used_referral_code: string | null
  is_referred: boolean
  utm: Record<string, string> | null
  created_at: Date
  language: string
  is_rejected: boolean
  is_doubtful: boolean
  has_pressed: boolean
  /** Whether they do not count for their inviter, and would if they pressed a button in a mail. */
  counts_after_press: boolean
  /** Imported, and neither joined here nor invited: no mails about friends. */
  is_quiet: boolean
  is_opted_out: boolean
  wants_only_place: boolean
  bounce: string | null
}

const COUNTS_AFTER_PRESS = `(e.confirmed_at is null and e.state <> 'admitted' and not e.is_accepted and e.inviter_id is not null
    and not e.counts and not e.is_rejected and not e.is_doubtful)`

const BONUS = `(select ${bonusOf('e')} from (select bonus ${FROM_COUNTER}) as rule)`

const PERSON = `id, email, position, joined_position, newest_code as referral_code, referrals, used_referral_code,
  ${BONUS} as bonus, credited_places - ${BONUS} as places_by_friends,
  ${IS_REFERRED} as is_referred, ${ANSWER_COLUMNS}, utm, created_at, language, is_rejected, is_doubtful,
  confirmed_at is not null as has_pressed, ${COUNTS_AFTER_PRESS} as counts_after_press, is_quiet,
  ${IS_OPTED_OUT} as is_opted_out,
  updates_off_at is not null as wants_only_place,
  ${bounceOf('e.id')} as bounce`

const IS_SOMEBODY = 'e.erased_at is null and e.leaving_at is null and not e.is_seeded'

export async function readPerson(db: Queryable, id: string): Promise<Person | null> {
  const { rows } = await db.query<Person>(
    `select ${PERSON} from waitlist_entries e where e.id = $1 and ${IS_SOMEBODY}`,
    [id],
  )
  return rows[0] ?? null
}

export async function readTags(db: Queryable, id: string): Promise<string[]> {
  const { rows } = await db.query<{ tag: string }>('select tag from entry_tags where entry_id = $1 order by tag', [id])
  return rows.map(({ tag }) => tag)
}

/** The next people in the order of joining, at most `limit`, without those who were only imported. */
export async function readPeopleAfter(
  db: Queryable,
  { joinedPosition, limit }: { joinedPosition: number; limit: number },
): Promise<Person[]> {
  const { rows } = await db.query<Person>(
    `select ${PERSON} from waitlist_entries e
     where e.joined_position > $1 and ${IS_SOMEBODY} and not e.is_quiet
     order by e.joined_position limit $2`,
    [joinedPosition, limit],
  )
  return rows
}
