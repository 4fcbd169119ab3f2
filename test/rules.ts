import type { Transaction } from '../src/server/db/pool.ts'
import { closeHolds, openHolds } from '../src/server/ledger/holds.ts'
import { insertSignals, readStandings } from '../src/server/trust/queries.ts'
import { found } from '../src/server/trust/signals.ts'

/** What the rules do when they find something against these entries, whatever was decided before. Lock the counter first. */
export async function suspect(tx: Transaction, ids: string[]): Promise<void> {
  const standings = await readStandings(tx, ids)
  await insertSignals(
    tx,
    standings.map(({ id }) => ({ entry_id: id, ...found('trap') })),
  )
  await openHolds(tx, { ids, cause: 'signals', by: null })
}

/** What they do when nothing is left against these entries. */
export async function clear(tx: Transaction, ids: string[]): Promise<void> {
  const standings = await readStandings(tx, ids)
  await insertSignals(
    tx,
    standings.flatMap(({ id, signals }) => signals.map((one) => ({ ...one, entry_id: id, points: 0 }))),
  )
  await closeHolds(tx, { ids, cause: 'signals', by: null })
}
