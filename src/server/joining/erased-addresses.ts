import { createHmac } from 'node:crypto'
import { ensureSecret } from '../db/secrets.ts'
import type { Queryable, Transaction } from '../db/pool.ts'

/** The secret that keys the hashes of erased people's addresses. */
export function readAddressKey(db: Queryable): Promise<string> {
  return ensureSecret(db, 'erased_address_key')
}

/** What is kept of an erased person's address. Without the key, nobody can find out whose it is by trying addresses. */
export function hashAddress(email: string, key: string): string {
  return createHmac('sha256', key).update(email).digest('base64url')
}

/**
 * SQL: null unless the address with this hash was erased within the time that its hash is kept; then whether its person
 * was rejected.
 */
export function wasRejected(hash: string): string {
  return `(select was_rejected from erased_addresses a where a.hash = ${hash})`
}

/** Keeps the hashes of addresses that are erased in this transaction, instead of those of earlier erasures. */
export async function rememberAddresses(
  tx: Transaction,
  addresses: { hash: string; was_rejected: boolean }[],
): Promise<void> {
  if (addresses.length === 0) return
  await tx.query(
    `insert into erased_addresses (hash, was_rejected)
     select hash, was_rejected from json_to_recordset($1) as t (hash text, was_rejected boolean)
     on conflict (hash) do update set was_rejected = excluded.was_rejected, erased_at = now()`,
    [JSON.stringify(addresses)],
  )
}

/** Forgets the addresses that were erased more than this many days ago. */
export async function dropAddresses(db: Queryable, days: number): Promise<void> {
  await db.query(`delete from erased_addresses where erased_at < now() - $1 * interval '1 day'`, [days])
}
