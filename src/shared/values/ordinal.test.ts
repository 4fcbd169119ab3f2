import { expect, test } from 'vitest'
import { ordinal } from '#shared/values/numbers.ts'

test('a place in line is written as people say it', () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21, 102, 1_003, 999_111].map(ordinal)).toEqual(
    '1st 2nd 3rd 4th 11th 12th 13th 21st 102nd 1,003rd 999,111th'.split(' '),
  )
})
