import type { Queryable } from '../../db/pool.ts'
import { ADDRESSES, holderOf, toAddresses } from './email-keys.ts'

/** `gives_way`: the person is leaving, so another who proves the address may have it. */
export type AddressHolder = { id: string; gives_way: boolean }

export async function findHolder(db: Queryable, email: string): Promise<AddressHolder | null> {
  const { rows } = await db.query<AddressHolder>(
    `select id, leaving_at is not null as gives_way from waitlist_entries
     where id = (select ${holderOf('t')} from ${ADDRESSES})`,
    toAddresses([email]),
  )
  return rows[0] ?? null
}
