import type { Transaction } from '../../db/pool.ts'
import { IS_COUNTER } from '../rows/counter.ts'

/** The kind of an event in the log. */
type LogKind = 'joined' | 'changed' | 'erased'

/** Logs an event of this kind for each of these entries, in their order. Call this with the counter locked. */
export async function logEntries(tx: Transaction, kind: LogKind, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.query(
    `with counter as (
       update waitlist_counter set last_event = last_event + cardinality($2::uuid[]) where ${IS_COUNTER} returning last_event
     )
     insert into entry_log (sequence, entry_id, kind)
     select last_event - cardinality($2) + nth, id, $1 from counter, unnest($2::uuid[]) with ordinality as t (id, nth)`,
    [kind, ids],
  )
}

/** The statement that logs new entries, from a query of their ids and sequences. */
export function logJoinsOf(query: string): string {
  return `insert into entry_log (entry_id, sequence, kind) select *, 'joined' from (${query}) as joined`
}
