import { expect, test } from 'vitest'
import type { ActDetail } from '#shared/list/acts.ts'
import { decisionWords } from './words.ts'

const decided = (changed: number, undoes: string | null = null) => ({
  words: 'Accepted: 34 friends of K7P2QX',
  people: 34,
  act: { changed, undoes, notes: [] as ActDetail['notes'] } as ActDetail,
})

test.each([
  [34, 'Accepted: 34 friends of K7P2QX'],
  [30, 'Accepted: 34 friends of K7P2QX. Someone else had already decided about 4 of them.'],
  [0, 'Nothing changed. Someone else had already decided.'],
])('of two owners who decide about one group, one who changed %i people reads: %s', (changed, words) => {
  expect(decisionWords(decided(changed))).toBe(words)
})

test('what is undone is not compared with the group that was decided about', () => {
  expect(decisionWords(decided(12, 'an-act'))).toBe('Accepted: 34 friends of K7P2QX')
})
