import type { Receipt } from '#shared/joining/receipts.ts'
import type { Queryable } from '../db/pool.ts'
import { readOutcomes } from '../deliveries/erasing/outcomes.ts'
import { readTombstones } from '../people/read-tombstones.ts'

export async function readReceipts(db: Queryable, ids: string[]): Promise<Receipt[]> {
  const [tombstones, outcomes] = [await readTombstones(db, ids), await readOutcomes(db, ids)]
  return tombstones.map(({ id, joined_position, erased_at }) => ({
    entry_id: id,
    joined_position,
    erased_at: erased_at.toISOString(),
    services: outcomes.get(id)!,
  }))
}
