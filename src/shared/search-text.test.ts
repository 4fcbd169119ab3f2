import { expect, test } from 'vitest'
import { passes } from './filters.ts'
import { fold } from './search-text.ts'

test.each([
  ['İSTANBUL', 'istanbul'],
  ['ΟΔΟΣ', 'οδος'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['STRASSE', 'straße'],
  ['Cafe\u0301', 'CAFÉ'],
])('%s is found as %s, whatever the case', (one, other) => {
  expect(fold(one)).toBe(fold(other))
})

test('a search matches within the email, the business or the industry, and never across two of them', () => {
  const entry = { email: 'ada@example.com', business_name: 'Corner Chair', job_industry: 'Barber' }
  for (const q of ['ADA@', 'corner c', 'barb', '']) expect(passes(entry, { q })).toBe(true)
  for (const q of ['com\x1fcorner', 'comcorner', 'com corner', 'chairbarber', '%', '_'])
    expect(passes(entry, { q })).toBe(false)
})
