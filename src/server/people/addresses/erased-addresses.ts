import { ensureSecret } from '../../db/secrets.ts'
import type { Queryable, Transaction } from '../../db/pool.ts'
import { hashedSpellings } from '../../base/email-key.ts'
import { ADDRESS_KEY, hashOf, PADS, SHA256_BLOCK } from './address-hash.ts'

/** In the two padded forms that an HMAC (RFC 2104) needs. */
export type AddressKey = { inner: Uint8Array; outer: Uint8Array }

export async function readAddressKey(db: Queryable): Promise<AddressKey> {
  const key = Buffer.alloc(SHA256_BLOCK)
  key.write(await ensureSecret(db, ADDRESS_KEY))
  return { inner: key.map((byte) => byte ^ PADS.inner), outer: key.map((byte) => byte ^ PADS.outer) }
}

/** SQL: null if the address is not among them. Hashes nothing while the table is empty. */
export function wasRejected(email: string, key: { inner: string; outer: string }): string {
  return `case when exists (select from erased_addresses)
    then (select a.was_rejected from erased_addresses a where a.hash = ${hashOf(email, key)}) end`
}

export async function rememberAddresses(
  tx: Transaction,
  people: { email: string; is_rejected: boolean }[],
  { inner, outer }: AddressKey,
): Promise<void> {
  await tx.query(
    `insert into erased_addresses (hash, was_rejected)
     select ${hashOf('email', { inner: '$2', outer: '$3' })}, bool_or(is_rejected)
     from json_to_recordset($1) as t (email text, is_rejected boolean) group by 1
     on conflict (hash) do update set was_rejected = excluded.was_rejected, erased_at = now()`,
    [JSON.stringify(people), inner, outer],
  )
}

export async function dropAddresses(db: Queryable, days: number): Promise<void> {
  await db.query(`delete from erased_addresses where erased_at < now() - $1 * interval '1 day'`, [days])
}

export async function findErased(db: Queryable, emails: string[], { inner, outer }: AddressKey): Promise<Set<string>> {
  const spelled = emails.flatMap((email) => hashedSpellings(email).map((spelling) => ({ email, spelling })))
  const { rows } = await db.query<{ email: string }>(
    `select email from json_to_recordset($1) as t (email text, spelling text)
     where ${wasRejected('spelling', { inner: '$2', outer: '$3' })} is not null`,
    [JSON.stringify(spelled), inner, outer],
  )
  return new Set(rows.map(({ email }) => email))
}
