import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WordsQuery } from '#shared/list/filters.ts'
import type { Words } from '#shared/site/words.ts'
import { OTHER } from '#shared/site/question.ts'
import { signIn } from '../../../../test/people/owner.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import { readWords } from './read-words.ts'

let app: TestApp
let owner: Awaited<ReturnType<typeof signIn>>
beforeAll(async () => {
  app = await testApp()
  owner = await signIn(app)
  for (const text of [
    'No-shows',
    'no shows',
    'NOSHOW!',
    'no shows',
    'Parking near the salon',
    'Parking near my salon',
    'VAT',
    '#1',
  ])
    await app.join({ problems: [OTHER], other_problem: text })
  await app.join({ job_industry: 'Nail Artist', problems: [OTHER], other_problem: 'Gel allergies' })
  await app.join({ goals: [OTHER], other_goal: 'Un café à moi,\nwith a very long counter' })
  await app.join({ email: 'parking@example.com' })
})
afterAll(() => app[Symbol.asyncDispose]())

async function words(query: Record<string, string | number>): Promise<Words> {
  const parameters = new URLSearchParams({ range: 'all', question: 'other_problem', ...query } as Record<
    string,
    string
  >)
  const answer = await owner.get(`/api/admin/words?${parameters}`)
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

test('what people wrote is grouped by likeness and counted, and each group leads to its people', async () => {
  const { groups, ...sizes } = await words({})

  expect(sizes).toEqual({ people: 9, is_cut: false, total: 5 })
  expect(groups.map(({ text, people, ways, search }) => ({ text, people, ways, search }))).toEqual([
    { text: 'no shows', people: 4, ways: 3, search: null },
    { text: 'Parking near my salon', people: 2, ways: 2, search: 'parking near' },
    { text: 'Gel allergies', people: 1, ways: 1, search: 'Gel allergies' },
    // A search for '#1' means a position.
    { text: '#1', people: 1, ways: 1, search: null },
    { text: 'VAT', people: 1, ways: 1, search: 'VAT' },
  ])
  expect(groups[0]!.spellings).toEqual([
    { text: 'no shows', people: 2, search: 'no shows' },
    { text: 'NOSHOW!', people: 1, search: 'NOSHOW!' },
    { text: 'No-shows', people: 1, search: 'No-shows' },
  ])
  for (const { search, people } of groups.flatMap((group) => [group, ...group.spellings])) {
    if (search === null) continue
    const list = await owner.get(`/api/admin/entries?${new URLSearchParams({ range: 'all', q: search })}`)
    expect([search, list.json().entries.length]).toEqual([search, people])
  }
})

test('it follows the filters, and a text is found in the answer alone', async () => {
  expect(await words({ industry: 'Nail Artist' })).toMatchObject({ people: 1, groups: [{ text: 'Gel allergies' }] })
  expect(await words({ from: '2020-01-01', to: '2020-01-02' })).toEqual({
    people: 0,
    is_cut: false,
    groups: [],
    total: 0,
  })
  expect(await words({ find: 'PARKING' })).toMatchObject({ people: 2, total: 1 })
  expect(await words({ find: 'example' })).toMatchObject({ people: 0 })
  const { groups } = await words({ question: 'other_goal', find: 'cafe' })
  expect(groups).toMatchObject([{ people: 1, search: 'with a very long counter' }])
  expect(await words({ limit: 1 })).toMatchObject({ groups: [{ people: 4 }], total: 5 })
  expect((await owner.get('/api/admin/words?question=email')).statusCode).toBe(400)
})

test('of more texts than are grouped, the newest are', async () => {
  const query = { question: 'other_problem', range: 'all', limit: 20 } as WordsQuery
  const read = await readWords(app.pool, query, new Date(), undefined, 2)
  expect(read).toMatchObject({ people: 2, is_cut: true, groups: [{ text: 'Gel allergies' }, { text: '#1' }] })
})
