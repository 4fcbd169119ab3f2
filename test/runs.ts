import { test } from 'vitest'

/** Whether `npm run test:long` runs, which also runs what `npm test` leaves out. */
export const isLong = Boolean(process.env.LONG)

/** A test that takes long and guards little: only `npm run test:long` runs it. */
export const longTest: (name: string, run: () => Promise<void>, timeout?: number) => void = isLong ? test : () => {}

/** How often a property test runs: so many times with `npm run test:long`, and a fifth of that with `npm test`. */
export function runs(count: number): { numRuns: number } {
  return { numRuns: isLong ? count : Math.ceil(count / 5) }
}
