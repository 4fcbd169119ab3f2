import { setImmediate as turn } from 'node:timers/promises'

/** About the longest that visitors' requests wait for a slice. */
const SLICE_MS = 5

/** Lets other work run every few milliseconds. */
export function createBreath(): () => Promise<void> {
  let ends = performance.now() + SLICE_MS
  return async () => {
    if (performance.now() < ends) return
    await turn()
    ends = performance.now() + SLICE_MS
  }
}
