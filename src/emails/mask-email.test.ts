import { expect, test } from 'vitest'
import { maskEmail } from './mask-email.ts'

test.each([
  ['jane@gmail.com', 'j•••@gmail.com'],
  ['jo@gmail.com', 'j•••@gmail.com'],
  ['ö.hund@xn--hund-5qa.example', 'ö•••@xn--hund-5qa.example'],
  ['"odd"@example.com', '•••@example.com'],
  ['a@b@example.com', 'a•••@example.com'],
])('%s is shown as %s', (email, masked) => {
  expect(maskEmail(email)).toBe(masked)
})

test.each(['j@gmail.com', '@gmail.com'])('%s, whose name is hardly one, keeps all of it to itself', (email) => {
  expect(maskEmail(email)).toBe('•••@gmail.com')
})

test.each([
  '@',
  'jane@localhost',
  'jane@1.2.3.4',
  'jane@win a prize.example',
  'jane@evil.example/now',
  'jane@-a.example',
  `jane@${'a'.repeat(60)}.example`,
])('of %s nothing is shown', (email) => {
  expect(maskEmail(email)).toBeNull()
})
