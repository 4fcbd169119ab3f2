import type { Transaction } from '../db/pool.ts'
import type { Enqueue } from '../jobs/enqueue.ts'
import type { Counter } from '../listing/counter.ts'
import { changeKnown } from './store-batch.ts'
import { takeWaiting } from './waiting-answers.ts'

/** What a press says about the sets of answers that its page showed. */
export type Chosen = {
  entryId: string
  email: string
  /** The set that is the person's; null if none of those that wait is. */
  chosen: string | null
  /** The sets that the page showed. Others may have come since: they wait on. */
  shown: string[]
}

/**
 * Gives a person the answers that they chose, as if they had joined again now, and forgets the others that they saw.
 * Call this with the counter locked.
 */
export async function applyWaiting(
  tx: Transaction,
  { email, ...choice }: Chosen,
  { counter, enqueue }: { counter: Counter; enqueue: Enqueue },
): Promise<void> {
  const waiting = await takeWaiting(tx, choice)
  if (!waiting) return
  const request = { email, full_name: waiting.full_name, ...waiting.answers, used_referral_code: null }
  await changeKnown(tx, [{ request, code: null }], { counter, enqueue, commit: async () => {} })
}
