import type { Queryable } from '../../db/pool.ts'
import { emailKey } from '../../base/email-key.ts'
import { hashOf } from './address-hash.ts'
import { KEY_OF_ENTRY } from './email-keys.ts'

/**
 * SQL: the time since which the address of the entry `e` is opted out, by a link in an earlier mail; null if it is not.
 */
const ADDRESS_SINCE = `case when exists (select from address_opt_outs)
    then (select a.created_at from address_opt_outs a where a.hash = ${hashOf(KEY_OF_ENTRY)}) end`

/**
 * SQL: the time since which the person of the entry `e` wants no mail; null if they want mail. No address is hashed
 * while `address_opt_outs` is empty.
 */
export const OPTED_OUT_SINCE = `coalesce((select o.created_at from mail_opt_outs o where o.entry_id = e.id), ${ADDRESS_SINCE})`

/** SQL: whether the person of the entry `e` wants no mail. */
export const IS_OPTED_OUT = `(exists (select from mail_opt_outs o where o.entry_id = e.id) or ${ADDRESS_SINCE} is not null)`

/** SQL: whether mails go to the entry `e`: its person wants them, and the address has no bounce or complaint. */
export const GETS_MAIL = `(not ${IS_OPTED_OUT} and not exists (select from mail_bounces b where b.entry_id = e.id))`

/** SQL: the reason why no more mail goes to the person with this id; null if there is none. */
export function bounceOf(id: string): string {
  return `(select b.reason from mail_bounces b where b.entry_id = ${id})`
}

/** SQL: whether mail to this entry has bounced. `entryId`: an SQL expression for its id. */
export function bounces(entryId: string): string {
  return `exists (select from mail_bounces b where b.entry_id = ${entryId} and b.kind = 'bounce')`
}

/** Whether a person whose request to join waits wants no mail. */
export async function isOptedOut(db: Queryable, { id, email }: { id: string; email: string }): Promise<boolean> {
  const { rows } = await db.query(
    `select from mail_opt_outs where entry_id = $1
     union all select from address_opt_outs where hash = ${hashOf('$2')}`,
    [id, emailKey(email)],
  )
  return rows.length > 0
}

/**
 * The people among these who were imported, have neither joined here nor been invited, and have not opted out of mail.
 */
export async function findQuietWanting(db: Queryable, ids: string[]): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>(
    `select id from waitlist_entries e where id = any($1) and is_quiet and erased_at is null and not ${IS_OPTED_OUT}`,
    [ids],
  )
  return new Set(rows.map(({ id }) => id))
}
