import { test } from 'vitest'

/** Whether this is `npm run test:long`, which includes the tests that `npm test` leaves out. */
export const isLong = Boolean(process.env.LONG)

/** A slow test that rarely finds a fault: only `npm run test:long` runs it. */
export const longTest: (name: string, run: () => Promise<void>, timeout?: number) => void = isLong ? test : () => {}

/** The number of runs of a property test: `count` with `npm run test:long`, and a fifth of it with `npm test`. */
export function runs(count: number): { numRuns: number } {
  return { numRuns: isLong ? count : Math.ceil(count / 5) }
}
