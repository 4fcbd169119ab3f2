import {
  ERASING_CHANNELS,
  ERASING_SERVICES,
  type ErasingChannel,
  type ErasingService,
  type FillingChannel,
  RECORD_AT,
  SERVICE_OF,
} from '#shared/owner/integrations.ts'
import { readEmails } from '../../people/find-person.ts'
import type { ErasingOutcome } from '#shared/list/acts.ts'
import { findColumn, findRow, findRows, findValue, type Queryable, sqlList, type Transaction } from '../../db/query.ts'

const PAIRS = ERASING_SERVICES.map((name) => sqlList([RECORD_AT[name].filledBy, RECORD_AT[name].erasedBy]))
const ERASED_BY = `(values ${PAIRS.map((pair) => `(${pair})`).join(', ')})`

export type Remains = Trace & { earlier: Trace[] }
export type Trace = { email: string; remote_id: string | null; place: string | null }
type Which = { entryId: string; channel: ErasingChannel }
type Left = { entry_id: string; channel: ErasingChannel; is_sure: boolean }

export function readFormerEmails(db: Queryable, entryId: string) {
  return findColumn<string>(
    db,
    `select distinct email from (
       select email from outside_remains where entry_id = $1
       union all
       select trace ->> 'email' from outside_remains, jsonb_array_elements(earlier) as trace where entry_id = $1) as former
     order by email`,
    [entryId],
  )
}

/** Records which services may have data about these people: all services where a delivery was ever tried. */
export function insertRemains(
  tx: Transaction,
  people: { id: string; email: string; is_seeded: boolean }[],
  { isEverywhere }: { isEverywhere: boolean },
) {
  return findRows<Left>(
    tx,
    `with tried as (
       select p.id, p.email, c.erasing, d.remote_id, split_part(d.content_hash, ' ', 1) as place,
         coalesce(d.state in ('done', 'skipped'), false) as is_sure
       from json_to_recordset($1) as p (id uuid, email text)
       cross join ${ERASED_BY} as c (filling, erasing)
       left join outbox d on d.subject = p.id and d.channel = c.filling and d.friend_id is null
       where d.claimed_by is not null or d.remote_id is not null or d.delivered_at is not null
         or d.state in ('waiting', 'given up') and (d.error is not null or d.attempts > 0)
         or exists (select from outside_remains o where o.entry_id = p.id and o.channel = c.erasing)
         or $2 and exists (select from outbox o where o.channel = c.filling and o.state in ('done', 'skipped'))
     ), noted as (
       insert into outside_remains as r (entry_id, channel, email, remote_id, place)
       select id, erasing, email, remote_id, place from tried ${KEEPING_EARLIER}
     )
     select id as entry_id, erasing as channel, is_sure from tried`,
    [JSON.stringify(people.filter(({ is_seeded }) => !is_seeded)), isEverywhere],
  )
}

const KEEPING_EARLIER = `on conflict (entry_id, channel) do update
  set email = excluded.email, remote_id = excluded.remote_id, place = excluded.place, created_at = now(),
    earlier = r.earlier || jsonb_build_object('email', r.email, 'remote_id', r.remote_id, 'place', r.place)`

/** These records get a new address when their person does. Kit could not delete the old one. */
export const MOVED_ALONG: FillingChannel[] = ['add-to-notion', 'sync-to-kit']

/**
 * Records which services may have data under a former address of this person, except records that get the new address.
 */
export function insertFormerRemains(tx: Transaction, { id, email }: { id: string; email: string }) {
  return findRows<Omit<Left, 'entry_id'>>(
    tx,
    `with tried as (
       select c.erasing, d.remote_id, split_part(d.content_hash, ' ', 1) as place,
         d.state in ('done', 'skipped') as is_sure
       from ${ERASED_BY} as c (filling, erasing) join outbox d on d.channel = c.filling
       where d.subject = $1 and d.friend_id is null and (d.claimed_by is not null or d.remote_id is not null)
         and (d.channel <> all($3) or d.remote_id is null)
     ), noted as (
       insert into outside_remains as r (entry_id, channel, email, remote_id, place)
       select $1, erasing, $2, remote_id, place from tried ${KEEPING_EARLIER}
     )
     select erasing as channel, is_sure from tried`,
    [id, email, MOVED_ALONG],
  )
}

export function readRemains(db: Queryable, { entryId, channel }: Which) {
  return findRow<Remains>(
    db,
    'select email, remote_id, place, earlier from outside_remains where entry_id = $1 and channel = $2',
    [entryId, channel],
  )
}

export async function dropRemains(db: Queryable, { entryId, channel }: Which): Promise<void> {
  await db.query('delete from outside_remains where entry_id = $1 and channel = $2', [entryId, channel])
}

/**
 * When a person who joined again or has a new address may be added to a service: not before the service has erased the
 * earlier person or address, unless the owner dismisses an erasure that failed. The wait until the next check grows
 * with the age of the erasure, from twenty seconds to ten minutes.
 */
export async function readReadiness(db: Queryable, { entryId, channel }: Which): Promise<'due' | Date> {
  const email = (await readEmails(db, [entryId])).get(entryId)
  return (
    (await findValue<Date>(
      db,
      `select now() + greatest(interval '20 seconds', least(interval '10 minutes', now() - created_at)) as until
     from outside_remains r
     where channel = $2 and (entry_id = $3 or email = $1 or earlier @> jsonb_build_array(jsonb_build_object('email', $1::text)))
       and not exists (
       select from outbox d where d.subject = r.entry_id and d.channel = r.channel and d.state = 'dismissed')
     order by created_at limit 1`,
      [email, channel, entryId],
    )) ?? 'due'
  )
}

const GIVEN_UP = 'The time for which the address was kept is over. Delete by hand what is left there.'

/**
 * Deletes the addresses that a service has not erased within this many days, and the jobs that would have erased them.
 */
export async function giveUpRemains(db: Queryable, days: number): Promise<void> {
  await db.query(
    `with late as (
       delete from outside_remains where created_at < now() - $1 * interval '1 day' returning entry_id, channel
     )
     update outbox d set state = 'skipped', error = $2, changed_at = now()
     from late where d.subject = late.entry_id and d.channel = late.channel`,
    [days, GIVEN_UP],
  )
}

const OUTCOME = `case state when 'done' then 'done' when 'given up' then 'failed' when 'kept' then 'not set up'
  when 'dismissed' then 'dismissed' when 'skipped' then 'given up' else 'waiting' end`
const ERASING = sqlList(ERASING_CHANNELS)

type Sum = { service: ErasingService; outcome: ErasingOutcome; people: number }

/**
 * The ids are an array, because PostgreSQL has no statistics yet for rows that were just written, and would search all
 * of them for each delivery.
 */
export async function sumOutcomes(
  db: Queryable,
  { text, values }: { text: string; values: unknown[] },
): Promise<Sum[]> {
  const { rows } = await db.query<Omit<Sum, 'service'> & { channel: ErasingChannel }>(
    `select channel, ${OUTCOME} as outcome, count(*)::int as people from outbox
     where subject = any(array(${text})) and channel in (${ERASING}) group by 1, 2 order by 1, 2`,
    values,
  )
  return rows.map(({ channel, ...sum }) => ({ service: SERVICE_OF[channel], ...sum }))
}
