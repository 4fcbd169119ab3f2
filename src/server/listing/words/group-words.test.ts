import { expect, test } from 'vitest'
import { groupWords } from './group-words.ts'
import { likenessOf } from './likeness.ts'

async function grouped(...texts: string[]): Promise<string[][]> {
  const { groups } = await groupWords(texts, { limit: 1_000 })
  return groups.map(({ spellings }) => spellings.map(({ text }) => text))
}

test.each([
  ['No-shows!', 'no show'],
  ['NOSHOWS', 'No Show'],
  ['Café’s', 'cafes'],
  ['Two  diaries', 'two diary'],
  ['Boxes', 'box'],
  ['Glass', 'glass'],
])('%s and %s are the same', (one, other) => {
  expect(likenessOf(one).key).toBe(likenessOf(other).key)
})

test.each([
  ['marketing', 'marketting'],
  ['last minute cancellations', 'cancellations, last minute'],
  ['finding clients', 'finding new clients'],
])('%s and %s are alike', async (...texts) => {
  expect(await grouped(...texts)).toEqual([texts])
})

test.each([
  ['booking', 'bookkeeping'],
  ['parking', 'packing'],
  ['finding new clients', 'finding new staff'],
  ['???', '!!!'],
])('%s and %s are not', async (...texts) => {
  expect(await grouped(...texts)).toHaveLength(2)
})

test('a text joins the most similar group, and the same texts always make the same groups', async () => {
  const texts = [
    'late clients',
    'late clients',
    'late payments',
    'late payments',
    'late clients who pay',
    'late payment',
  ]
  expect(await grouped(...texts)).toEqual([
    ['late payments', 'late payment'],
    ['late clients', 'late clients who pay'],
  ])
  expect(await grouped(...texts)).toEqual(await grouped(...texts))
})

test('every pair that is alike is found, as by comparing each with each', async () => {
  const syllables = ['ba', 'ko', 'mi', 'ru', 'te']
  const texts = Array.from({ length: 400 }, (_, index) =>
    [3, 7, 11, 13, 17].map((prime) => syllables[(index * prime + (index >> 3)) % 5]).join(index % 7 === 0 ? ' ' : ''),
  )
  const { groups } = await groupWords(texts, { limit: 1_000 })
  const leaders = groups.map(({ text }) => new Set(likenessOf(text).pieces))
  for (const [index, one] of leaders.entries())
    for (const other of leaders.slice(index + 1)) expect(similarity(one, other)).toBeLessThan(0.5)
})

test('a crowd of texts leaves the server free for visitors in between', async () => {
  const texts = Array.from(
    { length: 5_000 },
    (_, index) => `word${(index * 7919) % 5_003} near${index % 97} salon ${index}`,
  )
  let turns = 0
  const timer = setInterval(() => (turns += 1), 1)
  await groupWords(texts, { limit: 10 })
  clearInterval(timer)
  expect(turns).toBeGreaterThan(2)
})

function similarity(one: Set<string>, other: Set<string>): number {
  return one.intersection(other).size / one.union(other).size
}
