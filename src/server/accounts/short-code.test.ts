import { expect, test } from 'vitest'
import { findMinute, shortCodeOf } from './short-code.ts'

const SECRET = 'a secret'
const ENTRY = '0190b0a0-0000-7000-8000-000000000001'
const token = { purpose: 'place', entryId: ENTRY, generation: 2 } as const
const issuedAt = new Date('2026-11-26T10:00:59Z')

const findAt = (time: string, changed = {}) =>
  findMinute(
    shortCodeOf({ ...token, issuedAt }, SECRET),
    { ...token, ...changed },
    { secret: SECRET, now: new Date(time) },
  )

test('a code is good for an hour, for its own person, purpose and generation', () => {
  expect(findAt('2026-11-26T10:00:59Z')).toEqual(new Date('2026-11-26T10:00:00Z'))
  expect(findAt('2026-11-26T11:00:59Z')).not.toBeNull()
  expect(findAt('2026-11-26T11:01:00Z')).toBeNull()
  expect(findAt('2026-11-26T09:59:00Z')).toBeNull()
  expect(findAt('2026-11-26T10:01:00Z', { purpose: 'confirm' })).toBeNull()
  expect(findAt('2026-11-26T10:01:00Z', { generation: 3 })).toBeNull()
  expect(findAt('2026-11-26T10:01:00Z', { entryId: ENTRY.replace(/1$/, '2') })).toBeNull()
})

test('no code has a character that looks like another', () => {
  for (let minute = 0; minute < 200; minute += 1)
    expect(shortCodeOf({ ...token, issuedAt: new Date(minute * 60_000) }, SECRET)).toMatch(
      /^[A-HJKMNP-Z2-9]{4}-[A-HJKMNP-Z2-9]{4}$/,
    )
})
