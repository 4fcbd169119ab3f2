import { emailKey } from '../../base/email-key.ts'
import { hashOf } from './erased-addresses.ts'
import { KEY_OF_ENTRY } from './email-keys.ts'
import { findColumn, hasRows, type Queryable } from '../../db/query.ts'

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
