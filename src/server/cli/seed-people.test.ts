import { expect, test, vi } from 'vitest'
import { seedPeople } from './seed-people.ts'

vi.mock('#site/questionnaire.ts', async (load) => ({
  ...(await load<object>()),
  INDUSTRIES: ['Barber', 'Hairdresser', 'Nail Artist', 'Make Up Artist', 'Other', 'Tattooist'],
  GOALS: ['Get more done', 'Other'],
  PRICE_BANDS: ['a', 'b', 'c', 'd', 'e'].map((value) => ({ value })),
}))

test('people can be made up after the owner adds an industry and a price band, and with few goals', () => {
  const people = [...seedPeople({ count: 500, first: 1, now: new Date('2026-01-01') })]
  const tattooists = people.filter(({ answers }) => String(answers.job_industry) === 'Tattooist')
  expect(tattooists.length).toBeGreaterThan(10)
  for (const { answers } of tattooists)
    expect(answers.business_name).toMatch(/ (Skin|Brows & Lashes|Aesthetics|Beauty Rooms)$/)
  expect(new Set(people.map(({ answers }) => answers.price_range))).toEqual(new Set(['a', 'b', 'c', 'd', 'e']))
})
