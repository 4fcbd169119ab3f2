import { setTimeout as sleep } from 'node:timers/promises'

/** Storing a request usually takes a few milliseconds, so an answer takes one step; in a crowd, it takes several. */
const STEP_MS = 250
/** The most random time that is added, to hide the fractions of a millisecond by which answers differ. */
const NOISE_MS = 25

/**
 * Waits for the work, then until a whole number of steps has passed since the start, then for a short random time. So
 * the time of an answer does not tell whether an address is known: requests in one batch share a transaction and take
 * equally long.
 */
export async function alike(work: Promise<unknown>): Promise<void> {
  const begun = performance.now()
  await work
  const took = performance.now() - begun
  await sleep(Math.ceil(took / STEP_MS) * STEP_MS - took + Math.random() * NOISE_MS)
}
