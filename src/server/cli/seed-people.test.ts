import { expect, test } from 'vitest'
import { site } from '#shared/site/site.ts'
import { withSite } from '../../../test/with-site.ts'
import { seedPeople } from './seed-people.ts'

const CHOICES: Record<string, (string | { value: string; label: string })[]> = {
  job_industry: ['Barber', 'Hairdresser', 'Nail Artist', 'Make Up Artist', 'Other', 'Tattooist'],
  goals: ['Get more done', 'Other'],
  price_range: ['a', 'b', 'c', 'd', 'e'].map((value) => ({ value, label: value })),
}
withSite({
  questions: site().questions.map((question) =>
    'choices' in question ? { ...question, choices: CHOICES[question.name] ?? question.choices } : question,
  ),
})

test('people can be made up after the owner adds an industry and a price band, and with few goals', () => {
  const people = [...seedPeople({ count: 500, first: 1, now: new Date('2026-01-01') })]
  const tattooists = people.filter(({ answers }) => String(answers.job_industry) === 'Tattooist')
  expect(tattooists.length).toBeGreaterThan(10)
  for (const { answers } of tattooists)
    expect(answers.business_name).toMatch(/ (Skin|Brows & Lashes|Aesthetics|Beauty Rooms)$/)
  expect(new Set(people.map(({ answers }) => answers.price_range))).toEqual(new Set(['a', 'b', 'c', 'd', 'e']))
})
