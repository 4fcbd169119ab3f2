import { randomUUIDv7 } from 'node:crypto'
import type { Queryable, Transaction } from '../../db/pool.ts'
import { ANSWERS_AS_JSON } from '../../people/answer-columns.ts'
import { KEY_OF_ENTRY } from '../../people/addresses/email-keys.ts'

/**
 * An entry that an earlier version made for a person who has not confirmed their address. `tombstone` is its new id as
 * a tombstone.
 */
export type Unconfirmed = { id: string; tombstone: string; key: string; request: object; created_at: Date }

const MOST = 200

/**
 * Turns answers that an earlier version kept for people on the list into requests. Call this with the counter locked.
 */
export async function moveWaitingAnswers(tx: Transaction): Promise<void> {
  await tx.query(
    `with moved as (delete from waiting_answers returning *)
     insert into join_requests (id, person_id, key, submission_id, request, created_at, is_asked)
     select m.id, case when e.leaving_at is null then e.id else gen_random_uuid() end, ${KEY_OF_ENTRY}, submission_id,
       m.answers || jsonb_build_object('email', e.email, 'full_name', full_name, 'submission_id', submission_id,
         'used_referral_code', m.used_referral_code, 'utm', m.utm), m.created_at, is_asked
     from moved m join waitlist_entries e on e.id = m.entry_id where e.email is not null
     on conflict do nothing`,
  )
}

/** Locks the next unconfirmed entries, except those that the owner rejected: they stay on the list. */
export async function lockUnconfirmed(tx: Transaction): Promise<Unconfirmed[]> {
  const { rows } = await tx.query<Omit<Unconfirmed, 'tombstone'>>(
    `select e.id, ${KEY_OF_ENTRY} as key, created_at, ${ANSWERS_AS_JSON}::jsonb || jsonb_build_object('email', e.email,
         'full_name', coalesce(n.full_name, ''),
         'used_referral_code', used_referral_code, 'utm', utm, 'elapsed_ms', elapsed_ms, 'submission_id',
         (select submission_id from submissions s where s.entry_id = e.id and is_new limit 1)) as request
     from waitlist_entries e left join full_names n on n.entry_id = e.id
     where ${IS_UNCONFIRMED}
     order by created_at limit ${MOST} for update of e skip locked`,
  )
  return rows.map((row) => ({ ...row, tombstone: randomUUIDv7() }))
}

/** Gives these entries the ids of their tombstones, and keeps their answers as requests under the old ids. */
export async function keepAsRequests(tx: Transaction, entries: Unconfirmed[]): Promise<void> {
  const [ids, tombstones] = [entries.map(({ id }) => id), entries.map(({ tombstone }) => tombstone)]
  const moves = 'unnest($1::uuid[], $2::uuid[]) as m (id, tombstone)'
  await tx.query(`update waitlist_entries e set id = m.tombstone from ${moves} where e.id = m.id`, [ids, tombstones])
  await tx.query(`update referral_codes c set entry_id = m.tombstone from ${moves} where c.entry_id = m.id`, [
    ids,
    tombstones,
  ])
  const kept = entries.map(({ id, key, request, created_at }) => ({
    set_id: randomUUIDv7(),
    person_id: id,
    key,
    created_at,
    request,
  }))
  await tx.query(
    `insert into join_requests (id, person_id, key, submission_id, request, created_at, is_asked)
     select set_id, person_id, key, request ->> 'submission_id', request, created_at, true
     from json_to_recordset($1) as t (set_id uuid, person_id uuid, key text, request jsonb, created_at timestamptz)
     on conflict do nothing`,
    [JSON.stringify(kept)],
  )
}

/** Whether a server of an earlier version has left anything to turn into requests. */
export async function hasUnconfirmed(db: Queryable): Promise<boolean> {
  const { rows } = await db.query(
    `(select from waitlist_entries where ${IS_UNCONFIRMED} limit 1) union all (select from waiting_answers limit 1)`,
  )
  return rows.length > 0
}

/** SQL: whether an entry is unconfirmed and can become a request. */
const IS_UNCONFIRMED =
  'needs_confirmation and confirmed_at is null and erased_at is null and leaving_at is null and not is_rejected'
