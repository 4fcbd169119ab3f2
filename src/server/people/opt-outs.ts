import { emailKey } from '../base/email-key.ts'
import { hashOf, readAddressKey } from './addresses/erased-addresses.ts'
import { reachableOf } from './addresses/email-keys.ts'
import { hasRows, type Queryable, type Transaction } from '../db/query.ts'

/** False if they had opted out already, or are erased. */
export function insertOptOut(db: Queryable, entryId: string) {
  return hasRows(
    db,
    `insert into mail_opt_outs (entry_id) select id from (${reachableOf('select $1::uuid')}) as living
     on conflict (entry_id) do update set imported_by = null where mail_opt_outs.imported_by is not null`,
    [entryId],
  )
}

/** With the counter locked. */
export async function optOutImported(tx: Transaction, { ids, by }: { ids: string[]; by: string }): Promise<void> {
  if (ids.length === 0) return
  await tx.query(
    'insert into mail_opt_outs (entry_id, imported_by) select unnest($1::uuid[]), $2 on conflict do nothing',
    [ids, by],
  )
}

/** Unless the person has asked for no mail here since. */
export async function optInImported(tx: Transaction, { ids, by }: { ids: string[]; by: string }): Promise<void> {
  await tx.query('delete from mail_opt_outs where entry_id = any($1) and imported_by = $2', [ids, by])
}

export async function deleteOptOut(db: Queryable, { id, email }: { id: string; email: string }): Promise<boolean> {
  const { rowCount } = await db.query('delete from mail_opt_outs where entry_id = $1', [id])
  const ofAddress = await db.query(`delete from address_opt_outs where hash = ${hashOf('$1')}`, [emailKey(email)])
  return rowCount === 1 || ofAddress.rowCount === 1
}

type FormerLink = { entryId: string; generation: number; issuedAt: Date }

/** The hash of the address of the `FormerLink` in $1 to $3. The link names only the second in which it was signed. */
const FORMER = `select hash from former_addresses
  where entry_id = $1 and generation = $2 and date_trunc('second', since) <= $3`

/** False if it was opted out already, or if its hash was deleted. */
export function insertAddressOptOut(tx: Transaction, link: FormerLink) {
  return hasRows(tx, `insert into address_opt_outs (hash) ${FORMER} on conflict do nothing`, parametersOf(link))
}

export function deleteAddressOptOut(tx: Transaction, link: FormerLink) {
  return hasRows(tx, `delete from address_opt_outs where hash in (${FORMER})`, parametersOf(link))
}

function parametersOf({ entryId, generation, issuedAt }: FormerLink) {
  return [entryId, generation, issuedAt]
}

/** Unless `isTheirs`, nobody has proved that they read that mailbox: they still get mail at the new address. Before the links end. */
export async function leaveAddress(
  tx: Transaction,
  { entryId, from, isTheirs }: { entryId: string; from: string; isTheirs: boolean },
): Promise<void> {
  const { inner, outer } = await readAddressKey(tx)
  const hash = hashOf('$2', { inner: '$3', outer: '$4' })
  await tx.query(
    `with last as (
       insert into former_addresses (entry_id, generation, since, hash)
       select id, coalesce(generation, 0), coalesce(since, 'epoch'), ${hash}
       from unnest(array[$1::uuid]) as id
         left join token_generations on entry_id = id and purpose = 'unsubscribe'
       returning hash
     )
     insert into address_opt_outs (hash) select hash from last
     where exists (select from mail_opt_outs where entry_id = $1) on conflict do nothing`,
    [entryId, emailKey(from), inner, outer],
  )
  if (!isTheirs) await tx.query('delete from mail_opt_outs where entry_id = $1', [entryId])
}

/** A hash does not tell whose address it is, so opt-outs of addresses stay. */
export async function forgetOptOuts(db: Queryable, entryIds: string[]): Promise<void> {
  await db.query('delete from mail_opt_outs where entry_id = any($1)', [entryIds])
  await db.query('delete from former_addresses where entry_id = any($1)', [entryIds])
}

export async function dropFormerAddresses(db: Queryable, days: number): Promise<void> {
  await db.query(`delete from former_addresses where left_at < now() - $1 * interval '1 day'`, [days])
}
