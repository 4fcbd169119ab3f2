import { expect, test } from 'vitest'
import { readPlace } from './joined-place.ts'

test('a position and a code are read from the address', () => {
  expect(readPlace('position=1234567&referral=AB12CD')).toEqual({ position: 1_234_567, referralCode: 'AB12CD' })
  expect(readPlace('position=1&referral=ab12cd%20')).toEqual({ position: 1, referralCode: 'AB12CD' })
})

test('a code of another list is read as it is written', () => {
  const longest = `Oh-My.${'x'.repeat(58)}`
  expect(readPlace(`position=7&referral=${longest}`)).toEqual({ position: 7, referralCode: longest })
  expect(readPlace(`position=7&referral=${longest}x`).referralCode).toBeNull()
})

test.each([
  '',
  'position=0&referral=',
  'position=-3&referral=AB',
  'position=1e3&referral=<b>abc',
  'referral=Call 0800 now',
  'position=9999999999',
])('nothing is made up from %j', (search) => {
  expect(readPlace(search)).toEqual({ position: null, referralCode: null })
})
