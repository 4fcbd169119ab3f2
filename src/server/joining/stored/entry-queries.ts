import type { Answers } from '#shared/site/answers.ts'
import type { Utm } from '#shared/joining/join.ts'
import type { Queryable, Transaction } from '../../db/pool.ts'
import { PRIVACY_TEXT } from '../../listing/rows/counter.ts'
import { ANSWER_COLUMNS, ANSWER_RECORD, ANSWERS_AS_JSON, setAnswersFrom } from '../../people/answer-columns.ts'
import { ADDRESSES, holderOf, toAddresses } from '../../people/addresses/email-keys.ts'
import { addressFacts } from '../../trust/mailbox.ts'
import type { EarlierSubmission } from './history.ts'

/** The data of an entry that joining needs. `submissions` are those that it already has among the requested ones. */
export type KnownEntry = {
  id: string
  email: string
  /** The address by which the entry was found. */
  asked: string
  position: number
  newest_code: string
  code_count: number
  answers: Answers
  submissions: EarlierSubmission[]
  /** The number of times that joining again changed the entry in the last 24 hours. */
  recent_changes: number
  /** Whether the answers came from a browser that holds no token of the entry. */
  is_unproven: boolean
  /** Whether the person wants to leave: the entry is erased as soon as no other work on it is under way. */
  is_leaving: boolean
  is_doubtful: boolean
}

export type NewEntry = Answers & {
  id: string
  email: string
  joined_position: number
  referral_code: string
  newest_code: string
  code_count: number
  used_referral_code: string | null
  utm?: Utm | null | undefined
  elapsed_ms?: number | undefined
  /** The current time if not given. */
  created_at?: string | null
  is_seeded?: boolean
  /**
   * The act that imports the person, who gets no mail and is sent to no service until they join here or are invited.
   */
  imported_by?: string
}
export type ChangedEntry = Answers & {
  id: string
  newest_code: string
  code_count: number
  changes: number
  is_unproven: boolean
  /** Whether the person sent a form, which has the link to the privacy page below it. */
  reads_privacy: boolean
}
/** `imported_by`: the act that imported the code from another list. */
export type NewCode = { code: string; entry_id: string; imported_by?: string | null }

/** SQL: the times of an entry's changes in the last 24 hours. */
const RECENT_CHANGES = `select changed from unnest(recent_changes) as changed where changed > now() - interval '24 hours'`

/** The number of made-up entries, including erased ones. */
export async function countSeeds(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ seeds: number }>(
    'select count(*)::int as seeds from waitlist_entries where is_seeded',
  )
  return rows[0]!.seeds
}

export async function findKnownEntries(
  tx: Transaction,
  { emails, submissionIds }: { emails: string[]; submissionIds: string[] },
): Promise<KnownEntry[]> {
  const { rows } = await tx.query<KnownEntry>(
    `select id, e.email, t.email as asked, position, newest_code, code_count,
       ${ANSWERS_AS_JSON} as answers,
       coalesce((select json_agg(json_build_object('submission_id', s.submission_id, 'position', s.position,
           'referral_code', s.referral_code, 'is_new', s.is_new))
         from submissions s where s.entry_id = e.id and s.submission_id = any($3)), '[]') as submissions,
       (select count(*)::int from (${RECENT_CHANGES}) as recent) as recent_changes,
       is_unproven, is_doubtful, leaving_at is not null as is_leaving
     from ${ADDRESSES} join waitlist_entries e on e.id = ${holderOf('t')}`,
    [...toAddresses(emails), submissionIds],
  )
  return rows
}

/** The codes in this list that are taken, also by erased people. */
export async function findTakenCodes(tx: Transaction, codes: string[]): Promise<Set<string>> {
  const { rows } = await tx.query<{ code: string }>('select code from referral_codes where code = any($1)', [codes])
  return new Set(rows.map(({ code }) => code))
}

export async function insertEntries(tx: Transaction, entries: NewEntry[]): Promise<void> {
  if (entries.length === 0) return
  await tx.query(
    `insert into waitlist_entries (id, email, joined_position, referral_code, newest_code, code_count,
       used_referral_code, ${ANSWER_COLUMNS}, utm, elapsed_ms, created_at, updated_at, is_seeded, imported_by,
       is_quiet, mailbox, own_domain)
     select id, email, joined_position, referral_code, newest_code, code_count, used_referral_code, ${ANSWER_COLUMNS},
       utm, elapsed_ms,
       coalesce(created_at, now()), coalesce(created_at, now()), coalesce(is_seeded, false), imported_by,
       imported_by is not null, mailbox, own_domain
     from json_to_recordset($1) as t (id uuid, email text, joined_position integer, referral_code text,
       newest_code text, code_count smallint, used_referral_code text, ${ANSWER_RECORD}, utm jsonb,
       elapsed_ms integer, created_at timestamptz, is_seeded boolean, imported_by uuid, mailbox text, own_domain text)`,
    [JSON.stringify(entries.map((entry) => ({ ...entry, ...addressFacts(entry.email) })))],
  )
}

export async function changeEntries(tx: Transaction, entries: ChangedEntry[]): Promise<void> {
  if (entries.length === 0) return
  await tx.query(
    `update waitlist_entries e set ${setAnswersFrom('t')}, newest_code = t.newest_code,
       code_count = t.code_count, recent_changes = array(${RECENT_CHANGES}) || array_fill(now(), array[t.changes]),
       is_unproven = t.is_unproven, is_quiet = false,
       privacy_version = case when t.reads_privacy then ${PRIVACY_TEXT}::text else e.privacy_version end,
       updated_at = now()
     from json_to_recordset($1) as t (id uuid, newest_code text, code_count smallint, ${ANSWER_RECORD}, changes integer,
       is_unproven boolean, reads_privacy boolean)
     where e.id = t.id`,
    [JSON.stringify(entries)],
  )
}

export async function insertCodes(tx: Transaction, codes: NewCode[]): Promise<void> {
  if (codes.length === 0) return
  await tx.query(
    'insert into referral_codes (code, entry_id, imported_by) select * from unnest($1::text[], $2::uuid[], $3::uuid[])',
    [
      codes.map(({ code }) => code),
      codes.map(({ entry_id }) => entry_id),
      codes.map(({ imported_by = null }) => imported_by),
    ],
  )
}
