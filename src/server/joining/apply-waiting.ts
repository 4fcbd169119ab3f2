import type { Transaction } from '../db/pool.ts'
import type { Enqueue } from '../jobs/enqueue.ts'
import type { Counter } from '../listing/counter.ts'
import { changeKnown } from './store-batch.ts'
import { takeWaiting } from './waiting-answers.ts'

type Confirmed = {
  entryId: string
  email: string
  /** The newest answers before this moment count; later ones wait for a confirmation of their own. */
  before: Date
}

/**
 * Gives a person the answers that they confirmed, as if they had joined again now. Does nothing if none wait. Call this
 * with the counter locked.
 */
export async function applyWaiting(
  tx: Transaction,
  { entryId, email, before }: Confirmed,
  { counter, enqueue }: { counter: Counter; enqueue: Enqueue },
): Promise<void> {
  const waiting = await takeWaiting(tx, { entryId, before })
  if (!waiting) return
  const request = { email, full_name: waiting.full_name, ...waiting.answers, used_referral_code: null }
  await changeKnown(tx, [{ request, code: null }], { counter, enqueue, commit: async () => {} })
}
