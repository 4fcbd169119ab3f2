import { expect, test } from 'vitest'
import { signIn } from '../../../test/people/owner.ts'
import { testApp } from '../../../test/test-app.ts'

test.each(['range=7d', 'range=7d&q=example'])(
  'a summary of %s has the most frequent sources, ties by name, whatever the names are',
  async (query) => {
    await using app = await testApp()
    const made = Array.from({ length: 54 }, (_, index) => `src-${String(index).padStart(2, '0')}`)
    const sources = ['~', '💈', ...made.toReversed(), 'constructor', '__proto__', '__proto__']
    await Promise.all(sources.map((source) => app.join({ utm: { source } })))
    const owner = await signIn(app)

    const answer = (await owner.get(`/api/admin/summary?${query}`)).json()

    const ranked = ['__proto__', 'constructor', ...made]
    expect(answer.sources.map(({ name }: { name: string }) => name)).toEqual(ranked.slice(0, 10))
    expect(answer.sources[0]).toEqual({ name: '__proto__', value: 2, percentage: 3.4 })
    expect(new Map(Object.entries(answer.tally.sources))).toEqual(
      new Map(ranked.slice(0, 50).map((name) => [name, name === '__proto__' ? 2 : 1])),
    )
  },
)
