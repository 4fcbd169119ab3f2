import { setTimeout as sleep } from 'node:timers/promises'

/** Storing a request takes a few milliseconds; a crowd waits for several of these. */
const STEP_MS = 250
/** Hides the fractions of a millisecond that timers give away. */
const NOISE_MS = 25

/**
 * Waits for the work, and then until a whole number of steps has passed, and a moment more. People in one batch share a
 * transaction, and so differ in nothing else: the time of an answer does not tell whether an address is known.
 */
export async function alike(work: Promise<unknown>): Promise<void> {
  const begun = performance.now()
  await work
  const took = performance.now() - begun
  await sleep(Math.ceil(took / STEP_MS) * STEP_MS - took + Math.random() * NOISE_MS)
}
