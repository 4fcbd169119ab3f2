import { expect, test } from 'vitest'
import { AppError } from '../errors.ts'
import { createWrongPasswords } from './wrong-passwords.ts'

function attempts(addresses: string[]) {
  const wrong = createWrongPasswords(() => 0)
  for (const address of addresses) wrong.attempt(address)
}

test('all addresses of one IPv6 network count as one', () => {
  const one = [
    '2001:db8:0:7::1',
    '2001:0DB8::7:1:2:3:4',
    '2001:db8:0:7:ffff::',
    '2001:db8:0:7:1:2:3:4',
    '2001:db8:0:7::',
  ]
  expect(() => attempts(one)).not.toThrow()
  expect(() => attempts([...one, '2001:db8:0:7::9'])).toThrow(AppError)
  expect(() => attempts([...one, '2001:db8:0:8::1'])).not.toThrow()
})

test('each IPv4 address counts for itself, also when written as IPv6', () => {
  const one = Array<string>(5).fill('192.0.2.1')
  expect(() => attempts([...one, '192.0.2.2', '::ffff:192.0.2.3'])).not.toThrow()
  expect(() => attempts([...one, '::ffff:192.0.2.1'])).toThrow(AppError)
})
