import { randomUUIDv7 } from 'node:crypto'
import { emailKey, keyIfOther } from '../base/email-key.ts'
import { askFor } from '../outbox/rows.ts'
import { bounceOf, holderOf, KEY_OF_ENTRY } from '../people/addresses/email-keys.ts'
import type { HeldRequest } from './waiting.ts'
import { findColumn, findRow, findRows, findValue, type Queryable, type Transaction } from '../db/query.ts'

const MOST_PER_PERSON = 20

/**
 * Addresses on the list are treated alike. Of too many sets for one person, the newest stays, then those that a mail
 * has asked about. Call this with the counter locked by an earlier statement.
 */
export async function keepRequests(tx: Transaction, requests: HeldRequest[]): Promise<void> {
  const asked = requests.map((request, place) => ({
    place,
    id: randomUUIDv7(),
    // Never the id of a request: the journal names erased requests.
    new_person_id: randomUUIDv7(),
    email: request.email,
    email_key: keyIfOther(request.email),
    key: emailKey(request.email),
    submission_id: request.submission_id,
    request: toKept(request),
  }))
  await tx.query(
    `with asked as materialized (
       select *, coalesce(
           (select person_id from join_requests r where r.key = t.key order by created_at limit 1),
           (select id from waitlist_entries where id = ${holderOf('t')} and leaving_at is null),
           first_value(new_person_id) over (partition by key order by place)) as person_id
       from json_to_recordset($1) as t (place int, id uuid, new_person_id uuid, email text, email_key text, key text,
         submission_id text, request jsonb)
     ), fresh as materialized (
       select a.*, place = max(place) over (partition by person_id) as is_newest from asked a
       where not exists (
           select from waitlist_entries e where e.id = a.person_id and e.submission_id = a.submission_id)
         and not exists (
           select from referral_codes c where c.entry_id = a.person_id and c.submission_id = a.submission_id)
         and not exists (
           select from join_requests r where r.person_id = a.person_id and r.submission_id = a.submission_id)
     ), ranked as materialized (
       select id, row_number() over (partition by person_id order by importance, created_at desc, place desc, id desc) as rank
       from (
         select id, person_id, place, now() as created_at, case when is_newest then 1 else 3 end as importance from fresh
         union all
         select id, person_id, -1, created_at, case when is_asked then 2 else 3 end
         from join_requests where person_id in (select person_id from fresh)) as sets
     ), gone as (
       delete from join_requests where id in (select id from ranked where rank > ${MOST_PER_PERSON})
     ), kept as (
       insert into join_requests (id, person_id, key, submission_id, request, created_at)
       select id, person_id, key, submission_id, request, now() + place * interval '1 microsecond' from fresh
       where id in (select id from ranked where rank <= ${MOST_PER_PERSON})
       on conflict (person_id, submission_id) do nothing returning person_id
     )
     ${askFor(
       'send-confirmation',
       `select distinct person_id as subject, null::uuid as friend_id, null::jsonb as data, now() as due_at from kept
        order by person_id`,
     )}`,
    [JSON.stringify(asked)],
  )
}

function toKept({
  website: _website,
  stamp: _stamp,
  proof: _proof,
  holder_id,
  is_from_joining,
  request_id,
  ...rest
}: HeldRequest) {
  void [holder_id, is_from_joining, request_id]
  return rest
}

type KeptRequest = { id: string; created_at: Date; request: HeldRequest }

export function readRequests(db: Queryable, personId: string) {
  return findRows<KeptRequest>(
    db,
    `select id, created_at, request from join_requests where person_id = $1 order by created_at desc, id desc`,
    [personId],
  )
}

export type Requester = {
  id: string
  email: string
  created_at: Date
  language: string | null
  is_doubtful: boolean
  bounce: string | null
}

export function readRequester(db: Queryable, personId: string) {
  return findRow<Requester>(
    db,
    `select person_id as id, request ->> 'email' as email, created_at, request ->> 'language' as language,
       coalesce(jsonb_typeof(request #> '{seen,marks}') = 'array', false) as is_doubtful,
       ${bounceOf('person_id')} as bounce
     from join_requests where person_id = $1 and not exists (select from waitlist_entries where id = $1)
     order by created_at, id limit 1`,
    [personId],
  )
}

export function findRequesters(db: Queryable, emails: string[]) {
  return findRows<{ id: string; key: string }>(
    db,
    `select distinct person_id as id, key from join_requests where key = any($1)
       and not exists (select from waitlist_entries where id = person_id)`,
    [emails.map(emailKey)],
  )
}

type Summary = { newest: Date | null; ofLastDay: number }

export async function summarizeRequests(db: Queryable, personId: string): Promise<Summary> {
  return (await findRow<Summary>(
    db,
    `select max(created_at) as newest,
       count(*) filter (where created_at > now() - interval '1 day')::int as "ofLastDay"
     from join_requests where person_id = $1`,
    [personId],
  ))!
}

export async function countRequesters(db: Queryable): Promise<{ waiting: number; since: string | null }> {
  const { rows } = await db.query<{ waiting: number; since: Date | null }>(
    `select count(distinct person_id)::int as waiting, min(created_at) as since from join_requests
     where not exists (select from waitlist_entries where id = person_id)`,
  )
  return { waiting: rows[0]!.waiting, since: rows[0]!.since?.toISOString() ?? null }
}

export async function markAsked(db: Queryable, personId: string): Promise<void> {
  await db.query('update join_requests set is_asked = true where person_id = $1 and not is_asked', [personId])
}

export function takeRequest(
  tx: Transaction,
  { personId, chosen, shown }: { personId: string; chosen: string | null; shown: string[] },
) {
  return findValue<HeldRequest>(
    tx,
    `with taken as (
       delete from join_requests where person_id = $1 and (id = $2 or id = any($3)) returning *)
     select request from taken where id = $2`,
    [personId, chosen, shown],
  )
}

export type GoneRequest = { id: string; person_id: string; email: string }
const GONE = `returning r.id, r.person_id, r.request ->> 'email' as email`

export function deleteRequests(tx: Transaction, ids: string[]) {
  return findRows<GoneRequest>(tx, `delete from join_requests r where r.id = any($1) ${GONE}`, [ids])
}

export async function forgetRequests(tx: Queryable, personId: string): Promise<void> {
  await tx.query('delete from join_requests where person_id = $1', [personId])
}

/** Those of others for an address stay if they came after its person asked to leave. */
export function forgetRequestsOf(tx: Transaction, ids: string[]) {
  return findRows<GoneRequest>(
    tx,
    `delete from join_requests r using waitlist_entries e where e.id = any($1)
       and (r.person_id = e.id or (r.key = ${KEY_OF_ENTRY} and (e.leaving_at is null or r.created_at < e.leaving_at)))
     ${GONE}`,
    [ids],
  )
}

export async function findGone(tx: Transaction, gone: GoneRequest[]): Promise<{ id: string; email: string }[]> {
  if (gone.length === 0) return []
  return findRows<{ id: string; email: string }>(
    tx,
    `select distinct on (id) id, email from unnest($1::uuid[], $2::text[]) as t (id, email)
     where not exists (select from waitlist_entries e where e.id = t.id)
       and not exists (select from join_requests r where r.person_id = t.id)`,
    [gone.map(({ person_id }) => person_id), gone.map(({ email }) => email)],
  )
}

export function requestersFor(days: string): string {
  return `select person_id as id from join_requests where not exists (select from waitlist_entries where id = person_id)
    group by person_id having min(created_at) < now() - ${days} * interval '1 day'`
}

export function lockRequests(tx: Transaction, personIds: string[]) {
  return findColumn<string>(tx, 'select id from join_requests where person_id = any($1) order by id for update', [
    personIds,
  ])
}

/** Those of people on the list. */
export async function dropRequests(db: Queryable, days: number): Promise<void> {
  await db.query(
    `delete from join_requests where created_at < now() - $1 * interval '1 day'
       and exists (select from waitlist_entries where id = person_id)`,
    [days],
  )
}
