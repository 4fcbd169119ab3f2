import { expect, test } from 'vitest'
import { labelledOf, ticksUpTo } from './timeline-words.ts'

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [10, [0, 5, 10]],
  [11, [0, 5, 10, 15]],
  [210, [0, 100, 200, 300]],
  [1_000_000, [0, 500_000, 1_000_000]],
])('up to %i, the lines are in whole steps', (largest, ticks) => {
  expect(ticksUpTo(largest)).toEqual(ticks)
})

test('dates below a chart are evenly spaced, from the first on', () => {
  expect(labelledOf(7, 8)).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(labelledOf(30, 8)).toEqual([0, 4, 8, 12, 16, 20, 24, 28])
  expect(labelledOf(1, 8)).toEqual([0])
})
