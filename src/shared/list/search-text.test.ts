import { expect, test } from 'vitest'
import { passes } from './passes.ts'
import { fold } from './search-text.ts'

test.each([
  ['İSTANBUL', 'istanbul'],
  ['ΟΔΟΣ', 'οδος'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['STRASSE', 'straße'],
  ['Cafe\u0301', 'CAFÉ'],
  ['Café Łódź', 'cafe lodz'],
  ['Aisha’s', "aisha's"],
  ["Aisha's", 'AISHAS'],
  ['Ｓｔｕｄｉｏ ﬁve', 'studio five'],
  ['Smørrebrød & Œuvre', 'smorrebrod & oeuvre'],
  ['한글', '한글'.normalize('NFD')],
])('%s is found as %s, whatever the case and the accents', (one, other) => {
  expect(fold(one)).toBe(fold(other))
})

test('a search matches within the email, the business or the industry, and never across two of them', () => {
  const entry = { email: 'ada@example.com', business_name: 'Corner Chair', job_industry: 'Barber' }
  for (const q of ['ADA@', 'corner c', 'barb', '']) expect(passes(entry, { q })).toBe(true)
  for (const q of ['com\x1fcorner', 'comcorner', 'com corner', 'chairbarber', '%', '_'])
    expect(passes(entry, { q })).toBe(false)
})

test('a search reads everything that was typed as an answer', () => {
  const entry = { email: 'ada@example.com', other_problem: 'Parking', other_goal: 'A second chair' }
  for (const q of ['parking', 'second ch']) expect(passes(entry, { q })).toBe(true)
  expect(passes(entry, { q: 'parkinga' })).toBe(false)
})

test('a search may be a position, a place in line or a code', () => {
  const entry = { email: 'ada@example.com', position: 1234, rank: 37, referral_code: 'K7P2QX' }
  for (const q of ['#1234', '# 1,234', '37th', ' 37TH ', '#K7P2QX', 'K7P2QX'])
    expect([q, passes(entry, { q })]).toEqual([q, true])
  for (const q of ['#37', '1234', '1234th', '37', '#', 'K7P2Q', '#99999999999'])
    expect([q, passes(entry, { q })]).toEqual([q, false])
})
