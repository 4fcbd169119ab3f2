import { setImmediate as breathe } from 'node:timers/promises'

/** Visitors' requests wait no longer than about this. */
const SLICE_MS = 5

/** Visits all items in order, and lets other work through every few milliseconds. */
export async function inSlices<Item>(items: Iterable<Item>, visit: (item: Item) => unknown): Promise<void> {
  let ends = performance.now() + SLICE_MS
  for (const item of items) {
    visit(item)
    if (performance.now() < ends) continue
    await breathe()
    ends = performance.now() + SLICE_MS
  }
}
