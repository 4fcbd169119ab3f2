import { setTimeout as sleep } from 'node:timers/promises'

/** A request is usually stored within one step; in a crowd, within several. */
const STEP_MS = 250
/** Hides the fractions of a millisecond by which answers differ. */
const NOISE_MS = 25

/** Makes work take whole steps of time, so that this time does not tell whether an address is known. */
export async function alike(work: Promise<unknown>): Promise<void> {
  const begun = performance.now()
  await work
  const took = performance.now() - begun
  await sleep(Math.ceil(took / STEP_MS) * STEP_MS - took + Math.random() * NOISE_MS)
}
