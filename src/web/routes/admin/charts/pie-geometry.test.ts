import { expect, test } from 'vitest'
import { pieSlices } from './bar-and-pie.tsx'

test("slices follow each other clockwise from twelve o'clock", () => {
  const [quarter, rest] = pieSlices([1, 3], 100)
  expect(quarter!.path).toBe('M0 0L0 -100A100 100 0 0 1 100 0Z')
  expect(rest!.path).toBe('M0 0L100 0A100 100 0 1 1 0 -100Z')
  expect(quarter!.labelX).toBeGreaterThan(0)
  expect(rest!.labelX).toBeLessThan(0)
})

test('a single slice is the whole pie, and an empty slice takes no room', () => {
  const [all, none] = pieSlices([5, 0], 100)
  expect(all!.path).toMatch(/^M0 -100A.*0 100A.*Z$/)
  expect(none!.path).toBe('M0 0L0 -100A100 100 0 0 1 0 -100Z')
})
