/** How often a property test runs: so many times with `npm run test:long`, and a third of that with `npm test`. */
export function runs(count: number): { numRuns: number } {
  return { numRuns: process.env.LONG ? count : Math.ceil(count / 3) }
}
