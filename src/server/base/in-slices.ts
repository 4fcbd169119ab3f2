import { setImmediate as turn } from 'node:timers/promises'

/** The time that a slice takes, in milliseconds: about the longest that visitors' requests wait for it. */
const SLICE_MS = 5

/** Returns a function to call after each step of long work. It lets other work run every few milliseconds. */
export function createBreath(): () => Promise<void> {
  let ends = performance.now() + SLICE_MS
  return async () => {
    if (performance.now() < ends) return
    await turn()
    ends = performance.now() + SLICE_MS
  }
}

/** Visits all items in order, and lets other work run every few milliseconds. */
export async function inSlices<Item>(items: Iterable<Item>, visit: (item: Item) => unknown): Promise<void> {
  const breathe = createBreath()
  for (const item of items) {
    visit(item)
    await breathe()
  }
}
