import { randomUUIDv7 } from 'node:crypto'
import type { Answers } from '#shared/site/questions.ts'
import type { Utm } from '#shared/joining/join.ts'
import { tidyReferralCode } from '#shared/joining/referral-code.ts'
import { perSite, site } from '#shared/site/site.ts'
import { brokenColumn } from '../db/client.ts'
import { emailKey, hashedSpellings, keyIfOther } from '../base/email-key.ts'
import { type AddressKey, wasRejected } from '../people/addresses/erased-addresses.ts'
import { ANSWER_COLUMNS, ANSWER_RECORD } from '../people/answer-columns.ts'
import { advanceCounterOf, COUNTER } from '../listing/rows/counter.ts'
import { logOf } from '../people/events/record-events.ts'
import { hasNoHolder, keepKeys } from '../people/addresses/email-keys.ts'
import { addressFacts } from '../trust/mailbox.ts'
import { addNamesOf } from './change-entry.ts'
import { codeMeantBy, inForce, ownerOf } from '../people/read-code.ts'
import { STALE } from '../trust/credit.ts'
import type { Observed } from '../trust/observe.ts'
import { placesOf, ruleNow } from '../people/places/referral-rule.ts'
import { atStage, type HeldRequest, type JoinOutcome, StageError } from './waiting.ts'
import { together, type Transaction } from '../db/query.ts'
import { addToRankSumsOf, bucketsOfMoved, bucketsOfNew, IS_RANKED } from '../people/places/read-ranks.ts'

export type Newcomer = Answers &
  Pick<Observed, 'block'> & {
    /** In epoch milliseconds; null if nothing was observed. */
    at: number | null
    seen_marks: Observed['marks']
    /** They count only once they are proven or accepted. */
    is_by_key?: boolean | undefined
    mailbox: string | null
    own_domain: string | null
    id: string
    email: string
    email_key: string | null
    /** Those that may have been hashed, if there are several. */
    spellings?: string[] | undefined
    full_name: string
    code: string
    spare_code: string
    used_referral_code: string | null
    tidied_code: string | undefined
    submission_id?: string | undefined
    utm?: Utm | null | undefined
    elapsed_ms?: number | undefined
    site_version?: number | undefined
    language: string
    created_at?: string | null | undefined
    is_seeded?: boolean | undefined
    /** No mail, and no service, until they join here or are invited. */
    imported_by?: string | undefined
    code_imported_by?: string | undefined
  }

export type InsertedEntry = {
  id: string
  email: string
  joined_position: number
  position: number
  referral_code: string
}

/**
 * One for each address, however it is spelled. `codes`: one for each request, perhaps with a second set of spare ones.
 */
export function toNewcomers(requests: HeldRequest[], codes: string[]): Newcomer[] {
  const taken = new Set<string>()
  return requests.flatMap((request, index) => {
    const key = emailKey(request.email)
    if (taken.has(key)) return []
    taken.add(key)
    const { website: _website, stamp: _stamp, proof: _proof, seen, used_referral_code, ...person } = request
    const spellings = hashedSpellings(request.email)
    const code = codes[index]!
    return {
      ...person,
      language: request.language ?? site().languages[0]!,
      id: randomUUIDv7(),
      code,
      spare_code: codes[requests.length + index] ?? code,
      email_key: keyIfOther(request.email),
      spellings: spellings.length > 1 ? spellings : undefined,
      used_referral_code,
      tidied_code: used_referral_code ? tidyReferralCode(used_referral_code) : undefined,
      at: seen?.at ?? null,
      block: seen?.block ?? null,
      seen_marks: seen?.marks ?? null,
      ...addressFacts(request.email),
    }
  })
}

export function toOutcome({ id, position, referral_code }: InsertedEntry): JoinOutcome {
  return { entry_id: id, position, referral_code, is_new: true, is_inserted: true }
}

type NewBatch = { newcomers: Newcomer[]; addressKey: AddressKey; creditsLater?: boolean }

/**
 * Leaves out people who are on the list, or whose codes are both taken. The counter must be locked by an earlier
 * statement, so that this one sees all earlier joins. `creditsLater` leaves inviters to the follower.
 */
export async function insertNewcomers(
  tx: Transaction,
  { newcomers, addressKey, creditsLater = false }: NewBatch,
): Promise<InsertedEntry[]> {
  if (newcomers.length === 0) return []
  const statement = (creditsLater ? withoutCredits : withCredits)()
  const values = [JSON.stringify(newcomers), addressKey.inner, addressKey.outer]
  const inserting = tx.query<InsertedEntry>(statement, values).catch((cause: unknown) => {
    // `advanceCounterOf` refuses a statement that did not insert everybody.
    throw new StageError(brokenColumn(cause) === 'last_position' ? 'not-created' : 'insert-failed', { cause })
  })
  const [{ rows }] = await together([inserting, atStage('insert-failed', keepKeys(tx, newcomers))])
  return rows
}

const withCredits = perSite(() => compose({ creditsLater: false }))
const withoutCredits = perSite(() => compose({ creditsLater: true }))

/**
 * `granted`: newcomers are unproven and the last in order, so other friends do not matter. If
 * PostgreSQL planned the statement while the list was empty, it would scan a partial index for its condition, and hash
 * the whole table for an `exists` in a column: lookups use neither.
 */
function compose({ creditsLater }: { creditsLater: boolean }): string {
  const counts = 'stands and (most is null or is_by_key is not true and nth + used <= most)'
  return `
    with counter as materialized (${COUNTER}), unknown as materialized (
      select *,
        case when (select code from referral_codes c where c.code = t.code) is null then t.code
          when (select code from referral_codes c where c.code = spare_code) is null then spare_code end as referral_code,
        case when spellings is null then ${wasRejected('t.email', ADDRESS_KEY)}
          else (select bool_or(${wasRejected('spelling', ADDRESS_KEY)}) from unnest(spellings) as spelling) end as was_rejected,
        ${codeMeantBy('tidied_code')} as meant_code
      from rows from (json_to_recordset($1) as (id uuid, email text, email_key text, spellings text[], mailbox text,
        own_domain text, full_name text, code text, spare_code text, used_referral_code text, tidied_code text,
        at bigint, block bigint, seen_marks text[], is_by_key boolean, submission_id text, ${ANSWER_RECORD},
        utm jsonb, elapsed_ms integer, site_version integer, language text, created_at timestamptz, is_seeded boolean,
        imported_by uuid, code_imported_by uuid)) with ordinality as t
      where ${hasNoHolder('t')}
    ), fresh as materialized (
      select *, (select last_position from counter) + row_number() over (order by ordinality)::integer as joined_position,
        -- Nobody wonders whether people opened the form who joined without a code.
        case when inviter_id is null and named_code is null then nullif(array_remove(seen_marks, 'no-page'), '{}')
          else seen_marks end as marks
      from (
        select *, ${ownerOf('meant_code')} as inviter_id, case when imported_by is null then (
          select n.code from named_codes n where n.code = meant_code and ${inForce('n', 'nth_of_code')}) end as named_code
        from (select *, row_number() over (partition by meant_code order by ordinality) as nth_of_code
          from unknown where referral_code is not null) as numbered) as coded
    ), granted as materialized (
      select *, ${creditsLater ? 'false' : `inviter_id is not null and ${counts}`} as counts,
        case when stands and (inviter_id is not null or named_code is not null) then bonus else 0 end as head_start,
        case when inviter_id is not null then ${creditsLater ? STALE : 'number'} when named_code is not null then number end as rule
      from (select *, row_number() over (partition by inviter_id, stands, is_by_key is true order by ordinality) as nth,
          (select unproven_friends from waitlist_entries e where e.id = fresh.inviter_id and most is not null) as used
        from (select *, marks is null and was_rejected is not true as stands from fresh) as fresh
          cross join (${ruleNow()}) as rule) as asked
    ), entries as (
      insert into waitlist_entries (id, email, joined_position, referral_code, newest_code, used_referral_code,
        ${ANSWER_COLUMNS}, utm, elapsed_ms, site_version, language, is_rejected, rejected_before, privacy_version,
        created_at, updated_at, is_seeded, imported_by, is_quiet, submission_id, answered_position, seen_at, block,
        inviter_id, named_code, marks, mailbox, own_domain, is_by_key, counts, credited_places, rule)
      select id, email, joined_position, referral_code, referral_code, used_referral_code,
        ${ANSWER_COLUMNS}, utm, elapsed_ms, nullif(site_version, 0), language, coalesce(was_rejected, false), coalesce(was_rejected, false),
        case when imported_by is null and is_seeded is not true then (select privacy_text::text from counter) end,
        coalesce(created_at, now()), coalesce(created_at, now()), is_seeded is true, imported_by, imported_by is not null,
        submission_id, nullif(greatest(1, joined_position - head_start), joined_position), to_timestamp(at / 1000.0), block,
        inviter_id, named_code, marks, mailbox, own_domain, is_by_key is true, coalesce(counts, false), head_start, rule
      from granted
      returning id, email, joined_position, position, referrals, referral_code, ${IS_RANKED} as is_ranked
    ), codes as (
      insert into referral_codes (code, entry_id, imported_by) select referral_code, id, code_imported_by from fresh
    ), named as (
      update named_codes n set joins = n.joins + new.joins
      from (select named_code, count(*)::integer as joins from fresh where named_code is not null group by 1) as new
      where n.code = new.named_code
    ), names as (${addNamesOf('select id, full_name from fresh')}
    ), ${creditsLater ? '' : `${inviters()}, `}logged as (${logOf(`
      select last_event + joined_position - last_position as seq, id as entry_id, 'joined' as kind,
        case when marks is not null then jsonb_build_object('marks', marks) end as data, imported_by as act_id
      from fresh cross join counter
      union all
      select last_event + (select count(*) from fresh) + row_number() over (order by ordinality), inviter_id, 'counted',
        jsonb_build_object('friend_id', id), null
      from granted cross join counter where counts`)}
    ), ranks as (${addToRankSumsOf(
      [bucketsOfNew('entries'), ...(creditsLater ? [] : [bucketsOfMoved('moved')])].join(' union all '),
    )}
    ), counted as (${advanceCounterOf(`
      select count(*)::integer as joined, count(inviter_id) as referred,
        (select count(*) from granted where counts) as counted, (select count(*) from entries) as stored from fresh`)}
    )
    select id, email, joined_position, position, referral_code from entries`
}

/** Adds the friends who count at once. */
const inviters = () => `moved as (
      update waitlist_entries f
      set referrals = f.referrals + new.friends, unproven_friends = f.unproven_friends + new.friends,
        credited_places = ${placesOf('(f.referrals + new.friends)')}, rule = coalesce(f.rule, rule.number)
      from (select inviter_id, count(*) filter (where counts)::integer as friends from granted
          where inviter_id is not null group by inviter_id) as new
        join waitlist_entries was on was.id = new.inviter_id, (${ruleNow()}) as rule
      where f.id = new.inviter_id and (new.friends > 0 or f.rule is null)
      returning f.position, f.referrals, f.joined_position, was.referrals as referrals_before, was.position as position_before,
        ${IS_RANKED.replaceAll(/\b(erased_at|state|is_rejected)\b/g, 'f.$1')} as is_ranked
    )`

const ADDRESS_KEY = { inner: '$2', outer: '$3' }
