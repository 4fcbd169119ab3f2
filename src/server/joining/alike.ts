import { setTimeout as sleep } from 'node:timers/promises'

const STEP_MS = 250
const NOISE_MS = 25

/** Whole steps of time do not tell whether an address is known. */
export async function alike(work: Promise<unknown>): Promise<void> {
  const begun = performance.now()
  await work
  const took = performance.now() - begun
  await sleep(Math.ceil(took / STEP_MS) * STEP_MS - took + Math.random() * NOISE_MS)
}
