import type { Answers } from '#shared/site/answers.ts'
import type { Utm } from '#shared/joining/join.ts'
import { perSite } from '#shared/site/site.ts'
import type { Transaction } from '../db/pool.ts'
import { together } from '../db/transaction.ts'
import { brokenColumn } from '../db/sqlstate.ts'
import { insertJobsOf } from '../jobs/enqueue.ts'
import {
  credits,
  CREDITS_AT_ONCE,
  HELD_BY,
  HOLDS,
  laterCredits,
  type NewStanding,
  STANDING_COLUMNS,
  STANDING_RECORD,
  STANDING_VALUES,
} from '../ledger/newcomers.ts'
import { type AddressKey, wasRejected } from '../people/addresses/erased-addresses.ts'
import { ANSWER_COLUMNS, ANSWER_RECORD } from '../people/answer-columns.ts'
import { advanceCounterOf, COUNTER } from '../listing/rows/counter.ts'
import { logJoinsOf } from '../listing/log/append.ts'
import { hasNoHolder, keepKeys } from '../people/addresses/email-keys.ts'
import { addNamesOf } from './stored/full-names.ts'
import { codeMeantBy, ownerOf } from '../people/read-code.ts'
import { IS_RANKED } from '../places/launch-order.ts'
import { addToRankSumsOf, bucketsOfMoved, bucketsOfNew } from '../places/rank-sums.ts'
import { type NewTrace, TRACE_RECORD, TRACES } from '../trust/newcomers.ts'

/** A person who may be new, with all stored data except the values that the list decides, such as the position. */
export type Newcomer = Answers &
  NewStanding &
  NewTrace & {
    id: string
    email: string
    /** Null for an address that is its own key. */
    email_key: string | null
    /**
     * All spellings of the address that may have been hashed when it was erased; not given if only the email itself.
     */
    spellings?: string[] | undefined
    full_name: string
    /** The referral code that this person gets. If it is taken, they get `spare_code`. */
    code: string
    spare_code: string
    used_referral_code: string | null
    /** The used code without any text that the person typed or pasted around it. */
    tidied_code: string | undefined
    submission_id?: string | undefined
    utm?: Utm | null | undefined
    elapsed_ms?: number | undefined
    site_version?: number | undefined
  }

export type InsertedEntry = { id: string; email: string; position: number; referral_code: string }

/**
 * Inserts the people whose email is not on the list, in their order, with everything that a join writes: entry, code,
 * name, the answer for a retry, holds, credit, a row in the log, and one job for all. Returns their entries. Leaves out
 * people if neither of their codes is free. Call this with the counter locked by an earlier statement, so that this
 * statement sees all earlier joins. `creditsLater` leaves the credits to a job. See
 * docs/decisions/0041-one-joining-rule.md.
 */
export async function insertNewcomers(
  tx: Transaction,
  { newcomers, addressKey, afterSeconds, creditsLater = false }: NewBatch,
): Promise<InsertedEntry[]> {
  const statement = (creditsLater ? withoutCredits : withCredits)()
  const values = [JSON.stringify(newcomers), afterSeconds, addressKey.inner, addressKey.outer]
  const [{ rows }] = await together([tx.query<InsertedEntry>(statement, values), keepKeys(tx, newcomers)])
  return rows
}

/** Whether the statement failed because it did not insert every newcomer. */
export function isNotCreated(error: unknown): boolean {
  return brokenColumn(error) === 'last_position'
}

type NewBatch = {
  newcomers: Newcomer[]
  /** The key by which erased addresses are found, see `erased-addresses.ts`. */
  addressKey: AddressKey
  afterSeconds: number
  creditsLater?: boolean
}

const withCredits = perSite(() => compose({ creditsLater: false }))
const withoutCredits = perSite(() => compose({ creditsLater: true }))

/**
 * `unknown` are the people whose email is not on the list. `fresh` are the unknown people for whom a code is free;
 * their `referrer_id` is the entry whose code they used, unless their address was erased. Lookups never use the
 * condition of a partial index (`erased_at is null` is in a subquery): if PostgreSQL planned the statement while the
 * list was empty, it would scan that whole index.
 */
function compose({ creditsLater }: { creditsLater: boolean }): string {
  return `
    with counter as materialized (${COUNTER}), unknown as materialized (
      select *,
        case when not exists (select from referral_codes c where c.code = t.code) then code
          when not exists (select from referral_codes c where c.code = spare_code) then spare_code end as referral_code,
        case when spellings is null then ${wasRejected('t.email', ADDRESS_KEY)}
          else (select bool_or(${wasRejected('spelling', ADDRESS_KEY)}) from unnest(spellings) as spelling) end as was_rejected,
        ${codeMeantBy('tidied_code')} as meant_code
      from rows from (json_to_recordset($1) as (id uuid, email text, email_key text, spellings text[],
        full_name text, code text, spare_code text,
        used_referral_code text, tidied_code text, ${STANDING_RECORD}, ${TRACE_RECORD}, submission_id text, ${ANSWER_RECORD},
        utm jsonb, elapsed_ms integer, site_version integer)) with ordinality as t
      where ${hasNoHolder('t')}
    ), fresh as materialized (
      select *, ${HELD_BY} as holds,
        (select last_position from counter) + row_number() over (order by ordinality)::integer as joined_position
      from (select *, case when was_rejected is null then ${ownerOf('meant_code')} end as referrer_id
        from unknown where referral_code is not null) as coded
    ), entries as (
      insert into waitlist_entries (id, email, joined_position, referral_code, newest_code, used_referral_code,
        ${ANSWER_COLUMNS}, utm, elapsed_ms, site_version, is_rejected, rejected_before, privacy_version, ${STANDING_COLUMNS})
      select id, email, joined_position, referral_code, referral_code, used_referral_code, ${ANSWER_COLUMNS}, utm,
        elapsed_ms, nullif(site_version, 0), coalesce(was_rejected, false), coalesce(was_rejected, false), (select privacy_text::text from counter),
        ${STANDING_VALUES}
      from fresh returning id, email, joined_position, position, referrals, referral_code, ${IS_RANKED} as is_ranked
    ), codes as (
      insert into referral_codes (code, entry_id) select referral_code, id from fresh
    ), names as (${addNamesOf('select id, full_name from fresh')}
    ), answered as (
      insert into submissions (entry_id, submission_id, position, referral_code, is_new)
      select id, submission_id, joined_position, referral_code, true from fresh where submission_id is not null
    ), logged as (${logJoinsOf(`
      select id, last_event + joined_position - last_position from fresh cross join counter`)}
    ), ${HOLDS}, ${TRACES}, ${creditsLater ? laterCredits() : credits()}, ranks as (${addToRankSumsOf(
      [bucketsOfNew('entries'), ...(creditsLater ? [] : [bucketsOfMoved('moved')])].join(' union all '),
    )}
    ), counted as (${advanceCounterOf(`
      select count(*)::integer as joined, count(referrer_id) as referred,
        (select count(*) from entries) as stored from fresh`)}
    ), job as (${insertJobsOf(`
      select 'fan-out', jsonb_build_object('bodies', jsonb_build_array(jsonb_build_object(
          'joined', jsonb_agg(jsonb_build_object('entry_id', id)),
          'credited', coalesce(jsonb_agg(jsonb_build_object('entry_id', referrer_id, 'friend_id', id))
            filter (where ${creditsLater ? 'false' : CREDITS_AT_ONCE}), '[]')))),
        $2::integer
      from fresh having count(*) > 0`)}
    )
    select id, email, position, referral_code from entries`
}

const ADDRESS_KEY = { inner: '$3', outer: '$4' }
