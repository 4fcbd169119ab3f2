import fc from 'fast-check'
import { expect, test } from 'vitest'
import { percentOf } from './numbers.ts'

test.each([
  [23, 80, 1, 28.8],
  [23, 80, 0, 29],
  [57, 200, 0, 29],
  [1, 3, 1, 33.3],
  [2, 3, 0, 67],
  [1, 2000, 1, 0.1],
  [0, 0, 1, 0],
  [7, 7, 1, 100],
  [3, 2, 1, 150],
])('%i of %i with %i decimals is %f percent', (part, total, decimals, percentage) => {
  expect(percentOf(part, total, decimals)).toBe(percentage)
})

/** Exact halves of a percent or of its tenth. */
const halves = fc
  .tuple(fc.nat({ max: 999 }), fc.integer({ min: 1, max: 5000 }))
  .map(([odd, times]): [number, number] => [(2 * odd + 1) * times, 2000 * times])

test('a percentage is the exact fraction, with halves rounded up', () => {
  const count = fc.nat({ max: 10_000_000 })
  fc.assert(
    fc.property(fc.oneof(fc.tuple(count, count), halves), fc.constantFrom(0, 1), ([part, total], decimals) => {
      fc.pre(total > 0)
      const scale = BigInt(10 ** decimals)
      const [twice, whole] = [2n * 100n * scale * BigInt(part), BigInt(total)]
      expect(percentOf(part, total, decimals)).toBe(Number((twice + whole) / (2n * whole)) / Number(scale))
    }),
    { numRuns: 2000 },
  )
})
