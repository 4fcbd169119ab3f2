import { ERASING_SERVICES } from '#shared/owner/integrations.ts'
import type { ErasingOutcome } from '#shared/joining/receipts.ts'
import type { PlaceReceipt } from '#shared/joining/place.ts'
import type { Queryable } from '../db/pool.ts'
import { readErasedAt } from '../deliveries/erasing/outcomes.ts'
import { readReceipts } from '../erasing/read-receipts.ts'
import { findLiving } from '../people/addresses/living.ts'

type Part = PlaceReceipt['parts'][number]

/** Returns null if neither a person on the list nor an erased person has this id. */
export async function readReceipt(db: Queryable, entryId: string): Promise<PlaceReceipt | null> {
  // Read living people before receipts: if an erasure ends in between, its receipt is found.
  if ((await findLiving(db, [entryId])).length === 1)
    return { erased_at: null, joined_position: null, parts: [{ name: 'here', state: 'waits', at: null }] }
  const [receipt] = await readReceipts(db, [entryId])
  if (!receipt) return null
  const { erased_at, joined_position, services } = receipt
  const times = await readErasedAt(db, entryId)
  const parts = ERASING_SERVICES.flatMap((name): Part[] => {
    const state = STATES[services[name]]
    return state === null ? [] : [{ name, state, at: state === 'done' ? (times[name] ?? erased_at) : null }]
  })
  return { erased_at, joined_position, parts: [{ name: 'here', state: 'done', at: erased_at }, ...parts] }
}

/** The state that the person reads for each outcome; null for a service that never had any data. */
const STATES: Record<ErasingOutcome, Part['state'] | null> = {
  nothing: null,
  done: 'done',
  waiting: 'waits',
  'not set up': 'waits',
  failed: 'waits',
  dismissed: 'left',
  'given up': 'left',
}
