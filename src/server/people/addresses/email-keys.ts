import { emailKey, keyIfOther } from '../../base/email-key.ts'
import { findColumn, findRow, hasRows, type Queryable, type Transaction } from '../../db/query.ts'
import { hashOf } from './erased-addresses.ts'

/**
 * SQL: also locks. Every statement that writes about a person outside the counter's lock reads this. The condition
 * matches no partial index: on a new list, PostgreSQL would scan it.
 */
export function livingOf(ids: string): string {
  return `select id from waitlist_entries where id = any(array(${ids})) and coalesce(erased_at, leaving_at) is null
    order by id for key share`
}

export function reachableOf(ids: string): string {
  return `select id from (${livingOf(ids)}) as living
    union all select person_id from (
      select person_id from join_requests where person_id = any(array(${ids}))
        and not exists (select from waitlist_entries where id = person_id) for key share) as waiting`
}

export function isLiving(id: string): string {
  return `exists (select from waitlist_entries e where e.id = ${id} and e.erased_at is null and e.leaving_at is null)`
}

export function isReachable(id: string): string {
  return `(${isLiving(id)} or exists (select from join_requests r where r.person_id = ${id}
    and not exists (select from waitlist_entries where id = r.person_id)))`
}

/** False if they are erased or leaving. */
export function lockReachable(tx: Transaction, id: string) {
  return hasRows(tx, reachableOf('select $1::uuid'), [id])
}

export function findLiving(db: Queryable, ids: string[]) {
  return findColumn<string>(db, 'select id from waitlist_entries where id = any($1) and erased_at is null', [ids])
}

export function hasLeft(db: Queryable, id: string) {
  return hasRows(
    db,
    'select from waitlist_entries where id = $1 and (erased_at is not null or leaving_at is not null)',
    [id],
  )
}

/** SQL: in whatever spelling. The row's `email_key` is null for an address that is its own key. */
export function holderOf(row: string): string {
  const [byEmail, byKey, withSameKey] = holdersOf(row)
  // Several people may have the same key. Without `+ 0`, acts, which switch sorting off, would read the whole list in
  // this order.
  return `coalesce((${byEmail}), (${byKey}), (${withSameKey} order by e.joined_position + 0 limit 1))`
}

export function hasNoHolder(row: string): string {
  return holdersOf(row)
    .map((holders) => `not exists (${holders})`)
    .join(' and ')
}

function holdersOf(row: string): [byEmail: string, byKey: string, withSameKey: string] {
  return [
    `select e.id from waitlist_entries e where e.email = ${row}.email`,
    `select e.id from waitlist_entries e where e.email = ${row}.email_key`,
    `select e.id from email_keys k join waitlist_entries e on e.id = k.entry_id and e.email = k.email
     where k.key = coalesce(${row}.email_key, ${row}.email)`,
  ]
}

export const ADDRESSES = 'unnest($1::text[], $2::text[]) as t (email, email_key)'

export function toAddresses(emails: string[]): [string[], (string | null)[]] {
  return [emails, emails.map(keyIfOther)]
}

export const KEY_OF_ENTRY = `coalesce((select k.key from email_keys k where k.entry_id = e.id and k.email = e.email), e.email)`

/** SQL: `farm.com` also for `ｆarm.com.`; empty once erased. */
export function domainOfEntry(entry: string): string {
  const key = `(select k.key from email_keys k where k.entry_id = ${entry}.id and k.email = ${entry}.email)`
  return `coalesce(lower(split_part(coalesce(${key}, ${entry}.email), '@', -1)), '')`
}

/** SQL: the domain that somebody registered, and below which they can make endless others. */
export function registeredDomainOf(entry: string): string {
  const domain = domainOfEntry(entry)
  return `coalesce(${entry}.own_domain, substring(${domain} from '[^.]+[.][^.]+$'), ${domain})`
}

export const KEYED_ENTRIES = `(select e.*, coalesce(k.key, e.email) as key
  from waitlist_entries e left join email_keys k on k.entry_id = e.id and k.email = e.email)`
export const KEYED_DOMAIN = `substring(key from '[^@]*$')`

/** Leaves out people who are not on the list. */
export async function keepKeys(tx: Transaction, people: { id: string; email: string }[]): Promise<void> {
  const keyed = people.flatMap(({ id, email }) => {
    const key = keyIfOther(email)
    return key === null ? [] : { id, email, key }
  })
  if (keyed.length === 0) return
  await tx.query(
    `insert into email_keys as k (entry_id, email, key)
     select id, email, key from json_to_recordset($1) as t (id uuid, email text, key text)
       join (${livingOf('select unnest($2::uuid[])')}) as living using (id)
     on conflict (entry_id) do update set email = excluded.email, key = excluded.key
       where (k.email, k.key) <> (excluded.email, excluded.key)`,
    [JSON.stringify(keyed), keyed.map(({ id }) => id)],
  )
}

export async function forgetKeys(tx: Transaction, ids: string[]): Promise<void> {
  await tx.query('delete from email_keys where entry_id = any($1)', [ids])
}

/** `gives_way`: the person is leaving, so another who proves the address may have it. */
type AddressHolder = { id: string; gives_way: boolean }

export function findHolder(db: Queryable, email: string) {
  return findRow<AddressHolder>(
    db,
    `select id, leaving_at is not null as gives_way from waitlist_entries
     where id = (select ${holderOf('t')} from ${ADDRESSES})`,
    toAddresses([email]),
  )
}

/** SQL: since when the address of `e` is opted out, by a link in an earlier mail. */
const ADDRESS_SINCE = `case when exists (select from address_opt_outs)
    then (select a.created_at from address_opt_outs a where a.hash = ${hashOf(KEY_OF_ENTRY)}) end`

/** SQL: null if the person of `e` wants mail. Hashes nothing while `address_opt_outs` is empty. */
export const OPTED_OUT_SINCE = `coalesce((select o.created_at from mail_opt_outs o where o.entry_id = e.id), ${ADDRESS_SINCE})`

export const IS_OPTED_OUT = `(exists (select from mail_opt_outs o where o.entry_id = e.id) or ${ADDRESS_SINCE} is not null)`

export const GETS_MAIL = `(not ${IS_OPTED_OUT} and not exists (select from mail_bounces b where b.entry_id = e.id))`

export function bounceOf(id: string): string {
  return `(select b.reason from mail_bounces b where b.entry_id = ${id})`
}

export function bounces(entryId: string): string {
  return `exists (select from mail_bounces b where b.entry_id = ${entryId} and b.kind = 'bounce')`
}

export function isOptedOut(db: Queryable, { id, email }: { id: string; email: string }) {
  return hasRows(
    db,
    `select from mail_opt_outs where entry_id = $1
     union all select from address_opt_outs where hash = ${hashOf('$2')}`,
    [id, emailKey(email)],
  )
}

/** Imported people who have neither joined here nor been invited, and want mail. */
export async function findQuietWanting(db: Queryable, ids: string[]): Promise<Set<string>> {
  return new Set(
    await findColumn<string>(
      db,
      `select id from waitlist_entries e where id = any($1) and is_quiet and erased_at is null and not ${IS_OPTED_OUT}`,
      [ids],
    ),
  )
}

/** SQL: how long after the last mail about friends the next one may go to this entry. */
export function friendMailPause(id: string): string {
  return `(select case w.friend_mails when 'weekly' then interval '7 days' else interval '1 hour' end
    from waitlist_entries w where w.id = ${id})`
}
