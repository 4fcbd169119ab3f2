import { expect, test } from 'vitest'
import { effectOf, friendsWords } from './profile-history.tsx'

test.each([
  [{ state: 'counted', moved: 5, position: 1_204 }, 'up 5 places, to #1,204'],
  [{ state: 'counted', moved: 2, position: 1 }, 'up 2 places, to #1'],
  [{ state: 'counted', moved: 1, position: 1 }, 'up 1 place, to #1'],
  [{ state: 'counted', moved: 0, position: 1 }, 'counted (already #1)'],
  [{ state: 'look', moved: 0, position: 7 }, 'waits for you to look'],
  [{ state: 'rejected', moved: 0, position: 7 }, 'rejected'],
] as const)('the effect of %o reads: %s', (credit, words) => {
  expect(effectOf(credit)).toBe(words)
})

test.each([
  [{ counted: 4 }, null],
  [{}, null],
  [{ counted: 10, confirm: 3, look: 1 }, '10 of 14 friends count: 3 wait until they confirm, 1 waits for you to look.'],
  [{ rejected: 1 }, '0 of 1 friend counts: 1 is rejected.'],
])('of friends with the credits %o the profile says: %s', (friends, words) => {
  expect(friendsWords(friends)).toBe(words)
})
