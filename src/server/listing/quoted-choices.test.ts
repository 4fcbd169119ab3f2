import { expect, test } from 'vitest'
import { NO_COLUMNS } from '#shared/site/questions.ts'
import { site } from '#shared/site/site.ts'
import { signIn } from '../../../test/people/owner.ts'
import { testApp } from '../../../test/test-app.ts'
import { withSite } from '../../../test/with-site.ts'

const QUOTED = `'); select 1 -- "the stylist's" \\ $1`

withSite({
  questions: site().questions.flatMap((question) => {
    if (question.name !== 'full_name' && !(question.name in NO_COLUMNS)) return []
    if (question.kind !== 'one' && question.kind !== 'many') return [question]
    return [{ ...question, choices: [...question.choices, QUOTED] }]
  }),
})

test('a choice may have quotes: the dashboard lists, counts, sorts, filters and exports those who chose it', async () => {
  await using app = await testApp()
  const owner = await signIn(app)
  await app.joinMany(1)
  const chosen = { job_industry: QUOTED, price_range: QUOTED, problems: [QUOTED], goals: [QUOTED] }
  const email = 'ann@example.com'
  await app.join({ ...chosen, email })

  const price = QUOTED.replaceAll(' ', '')
  const queries: Record<string, string>[] = [
    {},
    { price },
    { industry: QUOTED },
    { problem: QUOTED },
    { goal: QUOTED },
    { sort: 'price' },
  ]
  for (const query of queries) {
    const search = new URLSearchParams({ range: 'all', ...query })
    const { entries } = (await owner.get(`/api/admin/entries?${search}`)).json()
    expect([query, entries.map((entry: { email: string }) => entry.email)]).toEqual([
      query,
      'sort' in query || Object.keys(query).length === 0 ? expect.arrayContaining([email]) : [email],
    ])
    expect((await owner.get(`/api/admin/summary?${search}`)).statusCode).toBe(200)
    expect((await owner.get(`/api/admin/entries.csv?${search}`)).body).toContain(email)
  }
  expect(await app.verify()).toEqual([])
})
