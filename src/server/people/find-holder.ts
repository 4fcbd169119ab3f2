import type { Queryable } from '../db/pool.ts'
import { IS_UNCONFIRMED } from './unconfirmed.ts'

/** `gives_way`: they never proved that the address is theirs, or are about to be erased. */
export type AddressHolder = { id: string; gives_way: boolean }

/** The entry that has this address, which must be normalized; null if none has. */
export async function findHolder(db: Queryable, email: string): Promise<AddressHolder | null> {
  const { rows } = await db.query<AddressHolder>(
    `select id, ${IS_UNCONFIRMED} or leaving_at is not null as gives_way from waitlist_entries where email = $1`,
    [email],
  )
  return rows[0] ?? null
}
