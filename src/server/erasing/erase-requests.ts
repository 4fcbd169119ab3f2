import type { Transaction } from '../db/pool.ts'
import { forgetDeliveries } from '../deliveries/erasing/forget-deliveries.ts'
import { deleteRequests, findGone, type GoneRequest } from '../joining/requests.ts'
import { forgetOptOuts } from '../opt-outs/opt-outs.ts'
import { forgetGenerations } from '../tokens/forget-generations.ts'
import type { Journal } from './journal.ts'
import { insertErasures } from './queries.ts'

/** Call this with the counter locked. */
export type EraseRequests = (tx: Transaction, ids: string[]) => Promise<void>

export function createEraseRequests({ journal }: { journal: Journal }): EraseRequests {
  return async (tx, ids) => {
    const gone = await deleteRequests(tx, ids)
    await forgetStrangers(tx, gone)
    const erased = gone.map(({ id }) => id)
    await insertErasures(tx, erased)
    await journal.append(erased)
  }
}

/** Forgets those who have neither an entry nor a request. */
export async function forgetStrangers(tx: Transaction, gone: GoneRequest[]): Promise<void> {
  const strangers = await findGone(tx, gone)
  if (strangers.length === 0) return
  const people = strangers.map((person) => ({ ...person, is_seeded: false, messageIds: [] }))
  const ids = people.map(({ id }) => id)
  await forgetDeliveries(tx, people, { isEverywhere: false })
  await forgetOptOuts(tx, ids)
  await forgetGenerations(tx, ids)
}
