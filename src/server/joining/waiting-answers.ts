import type { Answers } from '#shared/answers.ts'
import type { Queryable, Transaction } from '../db/pool.ts'
import { keyIfOther } from '../email-key.ts'
import { pickAnswers } from '../people/answer-columns.ts'
import { holderOf } from '../people/email-keys.ts'
import type { JoinRequest, Utm } from '#shared/join.ts'
import { insertJobsOf } from '../jobs/enqueue.ts'
import type { InsertedEntry } from './insert-newcomers.ts'

/** A request that may be of a person on the list. `id` is the new entry's if the request made one. */
export type AskedAnswers = {
  id: string
  email: string
  full_name: string
  submission_id?: string | undefined
  used_referral_code: string | null
  utm: Utm | null
  answers: Answers
}

/** `id` is the new entry's if the request made one. */
export function toAsked(request: JoinRequest, id: string): AskedAnswers {
  const { email, full_name, submission_id, used_referral_code, utm = null } = request
  return { id, email, full_name, submission_id, used_referral_code, utm, answers: pickAnswers(request) }
}

/** More than a person sends, and little enough that nobody fills the table in somebody's name. */
const MOST_PER_ENTRY = 20

/**
 * Keeps the answers in these requests until the people on the list whom they are about confirm them, and leaves a job
 * that asks these people. Requests that made an entry, and retries, are left out. When more sets wait for one person
 * than are kept, the oldest give way that no mail has asked about. Returns the entries of all people
 * on the list. Call this in the transaction of the joins, after them.
 */
export async function keepAnswers(
  tx: Transaction,
  { asked, afterSeconds }: { asked: AskedAnswers[]; afterSeconds: number },
): Promise<InsertedEntry[]> {
  const { rows } = await tx.query<InsertedEntry>(
    `with known as materialized (
       select t.*, e.id as entry_id, e.position, e.newest_code
       from json_to_recordset($1) as t (place int, id uuid, email text, email_key text, full_name text, submission_id text,
         used_referral_code text, utm jsonb, answers jsonb)
       join waitlist_entries e on e.id = ${holderOf('t')} where e.id <> t.id
     ), fresh as materialized (
       select k.*, place = max(place) over (partition by entry_id) as is_newest from known k
       where not exists (
           select from submissions s where s.entry_id = k.entry_id and s.submission_id = k.submission_id)
         and not exists (
           select from waiting_answers w where w.entry_id = k.entry_id and w.submission_id = k.submission_id)
     ), ranked as materialized (
       select id, row_number() over (partition by entry_id order by importance, created_at desc, place desc, id desc) as rank
       from (
         select id, entry_id, place, now() as created_at, case when is_newest then 1 else 3 end as importance from fresh
         union all
         select id, entry_id, -1, created_at, case when is_asked then 2 else 3 end
         from waiting_answers where entry_id in (select entry_id from fresh)) as sets
     ), gone as (
       delete from waiting_answers where id in (select id from ranked where rank > ${MOST_PER_ENTRY})
     ), kept as (
       insert into waiting_answers (id, entry_id, submission_id, full_name, used_referral_code, utm, answers)
       select id, entry_id, submission_id, full_name, used_referral_code, utm, answers from fresh
       where id in (select id from ranked where rank <= ${MOST_PER_ENTRY})
       on conflict (entry_id, submission_id) do nothing returning entry_id
     ), job as (${insertJobsOf(`
       select 'fan-out', jsonb_build_object('bodies', jsonb_build_array(jsonb_build_object(
           'joined', '[]'::jsonb, 'credited', '[]'::jsonb,
           'asked', jsonb_agg(distinct jsonb_build_object('entry_id', entry_id))))),
         $2::integer
       from kept having count(*) > 0`)}
     )
     select entry_id as id, email, position, newest_code as referral_code from known`,
    [JSON.stringify(asked.map((one, place) => ({ ...one, email_key: keyIfOther(one.email), place }))), afterSeconds],
  )
  return rows
}

/** A set of answers that was sent in a person's name and waits for their confirmation. */
export type WaitingSet = {
  id: string
  created_at: Date
  full_name: string
  used_referral_code: string | null
  utm: Utm | null
  answers: Answers
}

/** Everything that was sent in this person's name and waits for their confirmation, newest first. */
export async function readWaiting(db: Queryable, entryId: string): Promise<WaitingSet[]> {
  const { rows } = await db.query<WaitingSet>(
    `select id, created_at, full_name, used_referral_code, utm, answers from waiting_answers where entry_id = $1
     order by created_at desc, id desc`,
    [entryId],
  )
  return rows
}

type WaitingSummary = { newest: Date | null; ofLastDay: number }

/** When the newest of a person's waiting answers came, null if none wait, and how many came within the last day. */
export async function summarizeWaiting(db: Queryable, entryId: string): Promise<WaitingSummary> {
  const { rows } = await db.query<WaitingSummary>(
    `select max(created_at) as newest,
       count(*) filter (where created_at > now() - interval '1 day')::int as "ofLastDay"
     from waiting_answers where entry_id = $1`,
    [entryId],
  )
  return rows[0]!
}

/** Records that a mail has asked this person about everything that waits. */
export async function markAsked(db: Queryable, entryId: string): Promise<void> {
  await db.query('update waiting_answers set is_asked = true where entry_id = $1 and not is_asked', [entryId])
}

/** Takes away the sets that this person was shown, and returns the one that they chose; null if it does not wait. */
export async function takeWaiting(
  tx: Transaction,
  { entryId, chosen, shown }: { entryId: string; chosen: string | null; shown: string[] },
): Promise<Pick<WaitingSet, 'full_name' | 'answers'> | null> {
  const { rows } = await tx.query<WaitingSet>(
    `with taken as (
       delete from waiting_answers where entry_id = $1 and (id = $2 or id = any($3)) returning *)
     select full_name, answers from taken where id = $2`,
    [entryId, chosen, shown],
  )
  return rows[0] ?? null
}

export async function forgetWaiting(tx: Transaction, ids: string[]): Promise<void> {
  await tx.query('delete from waiting_answers where entry_id = any($1)', [ids])
}

/** Drops the answers that nobody confirmed within this many days. */
export async function dropWaiting(db: Queryable, days: number): Promise<void> {
  await db.query(`delete from waiting_answers where created_at < now() - $1 * interval '1 day'`, [days])
}
