import { setTimeout as pause } from 'node:timers/promises'

/** `joined`: how long a join waited, in milliseconds. */
export type Tell = { joined: (ms: number) => void }

export type Tally = { done: number; failed: number; firstFailure?: string }

/** So often a second, however long the work takes. Returns how often each kind was done and how often it failed. */
export async function keepWorking(
  works: Record<string, { perSecond: number; work: () => Promise<unknown> }>,
  signal: AbortSignal,
): Promise<Record<string, Tally>> {
  const tallies: Record<string, Tally> = {}
  await Promise.all(
    Object.entries(works).map(async ([name, { perSecond, work }]) => {
      const tally: Tally = (tallies[name] = { done: 0, failed: 0 })
      const running = new Set<Promise<void>>()
      const began = performance.now()
      for (let turn = 0; ; turn += 1) {
        const due = began + ((turn + Math.random()) * 1_000) / perSecond
        await pause(Math.max(0, due - performance.now()), null, { signal }).catch(() => {})
        if (signal.aborted) break
        const one = work()
          .then(() => void (tally.done += 1))
          .catch((error: unknown) => {
            if (signal.aborted) return
            tally.failed += 1
            tally.firstFailure ??= String(error)
          })
          .finally(() => running.delete(one))
        running.add(one)
      }
      await Promise.all(running)
    }),
  )
  return tallies
}
