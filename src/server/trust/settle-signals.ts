import type pg from 'pg'
import type { Transaction } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Enqueue } from '../jobs/enqueue.ts'
import { closeHolds, openHolds } from '../ledger/holds.ts'
import type { CreditChange } from '../ledger/settle-credits.ts'
import { advanceCounter, lockCounter } from '../listing/rows/counter.ts'
import type { Standing } from './judged.ts'
import * as queries from './queries.ts'
import { doHold, type FoundSignal } from './signals.ts'

/** The number of entries in one transaction: small, because joins wait for the counter meanwhile. */
const PART_SIZE = 250

type Dependencies = { pool: pg.Pool; enqueue: Enqueue }

/**
 * Replaces the signals of these entries by the `found` ones, and opens and closes holds accordingly. An entry that the
 * owner has accepted is not held again, and a hold that an owner's act opened stays open. Idempotent. Works in parts,
 * each in its own transaction. `standings`: the entries as read before, so that entries that need no change take no
 * lock.
 */
export async function settleSignals(
  { pool, enqueue }: Dependencies,
  { standings, found }: { standings: Standing[]; found: Found },
): Promise<void> {
  const stale = standings.filter((standing) => isStale(standing, found)).map(({ id }) => id)
  for (let first = 0; first < stale.length; first += PART_SIZE) {
    const part = stale.slice(first, first + PART_SIZE)
    await inTransaction(pool, (tx) => settlePart(tx, part, found, enqueue))
  }
}

type Found = Map<string, FoundSignal[]>

/** Settles the signals of a few entries in this transaction, which locks the counter. */
export async function settlePart(tx: Transaction, ids: string[], found: Found, enqueue: Enqueue): Promise<void> {
  await lockCounter(tx)
  const standings = await queries.readStandings(tx, ids)
  await queries.insertSignals(
    tx,
    standings.flatMap(({ id, signals }) =>
      newSignals(signals, found.get(id)!).map((one) => ({ entry_id: id, ...one })),
    ),
  )
  const toOpen = standings.filter((one) => doOpen(one, found)).map(({ id }) => id)
  const toClose = standings.filter((one) => doClose(one, found)).map(({ id }) => id)
  const credits: CreditChange[] = []
  if (toOpen.length > 0) credits.push(...(await openHolds(tx, { ids: toOpen, cause: 'signals', by: null })))
  if (toClose.length > 0) credits.push(...(await closeHolds(tx, { ids: toClose, cause: 'signals', by: null })))
  await advanceCounter(tx, { entries: 0, updates: standings.length })
  const credited = credits
    .filter(({ after }) => after === 'counted')
    .map(({ referrer_id, friend_id }) => ({ entry_id: referrer_id, friend_id }))
  await enqueue(tx, 'follow-reviews', credited.length > 0 ? [{ entry_ids: [], credited }] : [])
}

function isStale(standing: Standing, found: Found): boolean {
  return (
    newSignals(standing.signals, found.get(standing.id)!).length > 0 ||
    doOpen(standing, found) ||
    doClose(standing, found)
  )
}

function doOpen({ id, is_held, is_accepted }: Standing, found: Found): boolean {
  return !is_held && !is_accepted && doHold(found.get(id)!)
}

function doClose({ id, is_held_by_rules }: Standing, found: Found): boolean {
  return is_held_by_rules && !doHold(found.get(id)!)
}

/** The rows that turn the stored signals into the wanted ones. A signal that no longer applies gets 0 points. */
function newSignals(stored: FoundSignal[], wanted: FoundSignal[]): FoundSignal[] {
  const pointsOf = new Map(stored.map(({ signal, points }) => [signal, points]))
  const names = new Set(wanted.map(({ signal }) => signal))
  return [
    ...wanted.filter(({ signal, points }) => pointsOf.get(signal) !== points),
    ...stored.filter(({ signal }) => !names.has(signal)).map(({ signal }) => ({ signal, points: 0 })),
  ]
}
