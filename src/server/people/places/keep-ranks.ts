import { findRows, type Transaction } from '../../db/query.ts'
import { addToRankSumsOf, bucketOf, IS_RANKED } from './read-ranks.ts'

type Loss = { bucket: string; entries: number }

const kept = new WeakMap<Transaction, { ids: Set<string>; losses: Loss[] }>()

/** `ids`: every entry that the work changes, moves or creates. With the counter locked. The work may call this too, one call at a time. */
export async function keepRanks<Result>(tx: Transaction, ids: string[], work: () => Promise<Result>): Promise<Result> {
  const outer = kept.get(tx)
  const own = outer ?? { ids: new Set(), losses: [] }
  const added = ids.filter((id) => !own.ids.has(id))
  if (added.length > 0) own.losses.push(...(await findLosses(tx, added)))
  for (const id of added) own.ids.add(id)
  // The outermost call compares the buckets before all work with those after it.
  if (outer) return work()
  kept.set(tx, own)
  try {
    const result = await work()
    await applyChanges(tx, own)
    return result
  } finally {
    kept.delete(tx)
  }
}

/** Without the condition of a partial index: see docs/decisions/0041-one-joining-rule.md. */
const BUCKETS = `with asked as materialized (
    select ${bucketOf()} as bucket, (${IS_RANKED}) as is_ranked from waitlist_entries where id = any($1))`

function findLosses(tx: Transaction, ids: string[]) {
  return findRows<Loss>(
    tx,
    `${BUCKETS} select bucket::text, -count(*)::integer as entries from asked where is_ranked group by bucket`,
    [ids],
  )
}

async function applyChanges(tx: Transaction, { ids, losses }: { ids: Set<string>; losses: Loss[] }): Promise<void> {
  if (ids.size === 0) return
  await tx.query(
    `${BUCKETS} ${addToRankSumsOf(`
       select bucket, 1 as entries from asked where is_ranked
       union all select bucket, entries from json_to_recordset($2) as t (bucket bigint, entries integer)`)}`,
    [[...ids], JSON.stringify(losses)],
  )
}
