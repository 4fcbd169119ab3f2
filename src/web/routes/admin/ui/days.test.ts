import { expect, test } from 'vitest'
import { formatDays } from './days.ts'

test('a range names a shared month and year once', () => {
  expect(formatDays('2025-05-03', '2025-05-09')).toMatch(/^3\s*–\s*9 May 2025$/)
})
