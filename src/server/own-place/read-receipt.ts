import type { ErasingOutcome } from '#shared/receipts.ts'
import type { PlaceReceipt } from '#shared/place.ts'
import type { Queryable } from '../db/pool.ts'
import { readErasedAt } from '../deliveries/erasing/outcomes.ts'
import { readReceipts } from '../erasing/read-receipts.ts'
import { findLiving } from '../people/living.ts'

type Part = PlaceReceipt['parts'][number]

/** Null if there is no such person, erased or not. */
export async function readReceipt(db: Queryable, entryId: string): Promise<PlaceReceipt | null> {
  const [receipt] = await readReceipts(db, [entryId])
  if (!receipt) {
    const isLiving = (await findLiving(db, [entryId])).length === 1
    return isLiving
      ? { erased_at: null, joined_position: null, parts: [{ name: 'here', state: 'waits', at: null }] }
      : null
  }
  const { erased_at, joined_position, services } = receipt
  const times = await readErasedAt(db, entryId)
  const parts = (['notion', 'beehiiv'] as const).flatMap((name): Part[] => {
    const state = STATES[services[name]]
    return state === null ? [] : [{ name, state, at: state === 'done' ? (times[name] ?? erased_at) : null }]
  })
  return { erased_at, joined_position, parts: [{ name: 'here', state: 'done', at: erased_at }, ...parts] }
}

/** What an outcome is to the person; null for a service that never had anything. */
const STATES: Record<ErasingOutcome, Part['state'] | null> = {
  nothing: null,
  done: 'done',
  waiting: 'waits',
  'not set up': 'waits',
  failed: 'waits',
  dismissed: 'left',
  'given up': 'left',
}
