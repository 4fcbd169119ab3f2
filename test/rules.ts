import type { Transaction } from '../src/server/db/pool.ts'
import { closeHolds, openHolds } from '../src/server/ledger/holds.ts'
import { insertSignals, readStandings } from '../src/server/trust/queries.ts'
import { found } from '../src/server/trust/signals.ts'

/** Adds a signal against each of these entries and opens holds, as the rules do. Lock the counter first. */
export async function suspect(tx: Transaction, ids: string[]): Promise<void> {
  const standings = await readStandings(tx, ids)
  await insertSignals(
    tx,
    standings.map(({ id }) => ({ entry_id: id, ...found('trap') })),
  )
  await openHolds(tx, { ids, cause: 'signals', by: null })
}

/** Clears all signals against these entries and closes their holds, as the rules do. Lock the counter first. */
export async function clear(tx: Transaction, ids: string[]): Promise<void> {
  const standings = await readStandings(tx, ids)
  await insertSignals(
    tx,
    standings.flatMap(({ id, signals }) => signals.map((one) => ({ ...one, entry_id: id, points: 0 }))),
  )
  await closeHolds(tx, { ids, cause: 'signals', by: null })
}
