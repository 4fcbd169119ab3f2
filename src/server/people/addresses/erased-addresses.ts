import { ensureSecret, secretInSql } from '../../db/settings.ts'
import type { Queryable, Transaction } from '../../db/query.ts'

const ADDRESS_KEY = 'erased_address_key'

const SHA256_BLOCK = 64
const PADS = { inner: 0x36, outer: 0x5c }

/**
 * SQL: an HMAC that PostgreSQL computes. `inner` and `outer`: the key in its two forms; if not given, PostgreSQL reads
 * it once a statement.
 */
export function hashOf(email: string, { inner, outer } = { inner: padded('inner'), outer: padded('outer') }): string {
  return `sha256(${outer}::bytea || sha256(${inner}::bytea || convert_to(${email}, 'UTF8')))`
}

function padded(form: keyof typeof PADS): string {
  return `(select string_agg(set_byte('\\x00', 0, get_byte(block, at) # ${PADS[form]}), '' order by at)
    from overlay(decode(repeat('00', ${SHA256_BLOCK}), 'hex')
      placing convert_to(${secretInSql(ADDRESS_KEY)}, 'UTF8') from 1) as block, generate_series(0, ${SHA256_BLOCK - 1}) as at)`
}

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
