import { expect, test } from 'vitest'
import { effectOf } from './credit-effect.ts'

test.each([
  [{ state: 'counted', moved: 5, position: 1_204 }, 'up 5 places, to #1,204'],
  [{ state: 'counted', moved: 2, position: 1 }, 'up 2 places, to #1'],
  [{ state: 'counted', moved: 1, position: 1 }, 'up 1 place, to #1'],
  [{ state: 'counted', moved: 0, position: 1 }, 'counted, at #1 already'],
  [{ state: 'held', moved: 0, position: 7 }, 'held until you decide'],
  [{ state: 'rejected', moved: 0, position: 7 }, 'not counted'],
] as const)('the effect of %o reads: %s', (credit, words) => {
  expect(effectOf(credit)).toBe(words)
})
