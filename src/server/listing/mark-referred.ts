import type { Transaction } from '../db/pool.ts'
import { dayIn } from './counter.ts'
import { addDaysOf } from './rollups.ts'

/** Lists people as referred whose credit was recorded after they were listed. Call this with the counter locked. */
export async function markReferred(tx: Transaction, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.query(
    `with marked as (
       update entry_listing set is_referred = true where entry_id = any($1) and not is_referred
       returning created_at, industry, is_solo, price
     )
     ${addDaysOf(`
       select ${dayIn('created_at')} as day, industry, is_solo, price, 0, count(*), '{}'::integer[], '{}'::integer[]
       from marked group by 1, 2, 3, 4`)}`,
    [ids],
  )
}
