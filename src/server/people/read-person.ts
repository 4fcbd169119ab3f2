import type { Answers } from '#shared/answers.ts'
import type { Queryable } from '../db/pool.ts'
import { ANSWER_COLUMNS } from './answer-columns.ts'
import { IS_REFERRED } from './is-referred.ts'

/** What the outside may be told of an entry. */
export type Person = Answers & {
  id: string
  email: string
  position: number
  joined_position: number
  /** The newest code: the one the person was shown last. */
  referral_code: string
  referrals: number
  /** As typed, also when it is nobody's. */
  used_referral_code: string | null
  /** Whether that code is another entry's. */
  is_referred: boolean
  utm: Record<string, string> | null
  created_at: Date
  /** Wants no more mail. */
  is_opted_out: boolean
  /** Why their mail server refuses the address for good; null while it does not. */
  bounce: string | null
}

const PERSON = `id, email, position, joined_position, newest_code as referral_code, referrals, used_referral_code,
  ${IS_REFERRED} as is_referred, ${ANSWER_COLUMNS}, utm, created_at,
  exists (select from mail_opt_outs o where o.entry_id = e.id) as is_opted_out,
  (select b.reason from mail_bounces b where b.entry_id = e.id) as bounce`

/** Erased and made-up people are nobody: they are left out of everything that goes outside. */
const IS_SOMEBODY = 'e.erased_at is null and not e.is_seeded'

/** Null for an erased or made-up person. */
export async function readPerson(db: Queryable, id: string): Promise<Person | null> {
  const { rows } = await db.query<Person>(
    `select ${PERSON} from waitlist_entries e where e.id = $1 and ${IS_SOMEBODY}`,
    [id],
  )
  return rows[0] ?? null
}

/** The next people in the order of joining, so many at most. */
export async function readPeopleAfter(
  db: Queryable,
  { joinedPosition, limit }: { joinedPosition: number; limit: number },
): Promise<Person[]> {
  const { rows } = await db.query<Person>(
    `select ${PERSON} from waitlist_entries e
     where e.joined_position > $1 and ${IS_SOMEBODY} order by e.joined_position limit $2`,
    [joinedPosition, limit],
  )
  return rows
}
