import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Words } from '#shared/list/filters.ts'
import { OTHER } from '#shared/site/questions.ts'
import { signIn } from '../../../test/people/owner.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'

let app: TestApp
let owner: Awaited<ReturnType<typeof signIn>>
beforeAll(async () => {
  app = await testApp()
  owner = await signIn(app)
  for (const text of ['No-shows', 'Parking near the salon', 'PARKING'])
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

const textsOf = ({ texts }: Words) => texts.map(({ text }) => text)

test('what people wrote comes newest first, and each text leads to its person', async () => {
  const { texts, is_cut } = await words({})

  expect(is_cut).toBe(false)
  expect(textsOf({ texts, is_cut })).toEqual(['Gel allergies', 'PARKING', 'Parking near the salon', 'No-shows'])
  for (const { id, text, created_at } of texts) {
    const profile = (await owner.get(`/api/admin/entries/${id}`)).json()
    expect(JSON.stringify(profile)).toContain(text)
    expect(created_at).toMatch(/^\d{4}-\d\d-\d\dT/)
  }
})

test('it follows the filters, and a text is found in the answer alone', async () => {
  expect(textsOf(await words({ industry: 'Nail Artist' }))).toEqual(['Gel allergies'])
  expect(await words({ from: '2020-01-01', to: '2020-01-02' })).toEqual({ texts: [], is_cut: false })
  expect(textsOf(await words({ find: 'parking' }))).toEqual(['PARKING', 'Parking near the salon'])
  expect(textsOf(await words({ find: 'parking', q: 'salon' }))).toEqual(['Parking near the salon'])
  expect(textsOf(await words({ find: 'example' }))).toEqual([])
  expect(textsOf(await words({ question: 'other_goal', find: 'cafe' }))).toHaveLength(1)
  expect((await owner.get('/api/admin/words?question=email')).statusCode).toBe(400)
})

test('a list ends at its limit and says so', async () => {
  const cut = await words({ limit: 1 })
  expect([textsOf(cut), cut.is_cut]).toEqual([['Gel allergies'], true])
  const found = await words({ limit: 1, find: 'parking' })
  expect([textsOf(found), found.is_cut]).toEqual([['PARKING'], true])
  expect((await words({ limit: 4 })).is_cut).toBe(false)
})
