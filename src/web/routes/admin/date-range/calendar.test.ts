import { expect, test } from 'vitest'
import { addMonths, formatDays, sameDayOf, weeksOf } from './calendar.ts'

test('months continue across years', () => {
  expect(addMonths('2025-01', -1)).toBe('2024-12')
  expect(addMonths('2025-12', 1)).toBe('2026-01')
})

test('the same day of a shorter month is its last day', () => {
  expect(sameDayOf('2025-02', '2025-01-31')).toBe('2025-02-28')
  expect(sameDayOf('2024-02', '2024-01-31')).toBe('2024-02-29')
  expect(sameDayOf('2025-04', '2025-05-31')).toBe('2025-04-30')
  expect(sameDayOf('2025-04', '2025-05-07')).toBe('2025-04-07')
})

test('a month is weeks from Monday, with gaps at both ends', () => {
  const weeks = weeksOf('2025-06')
  expect(weeks).toHaveLength(6)
  expect(weeks[0]).toEqual([null, null, null, null, null, null, '2025-06-01'])
  expect(weeks[5]).toEqual(['2025-06-30', null, null, null, null, null, null])
  expect(weeksOf('2021-02').flat()).toHaveLength(28)
})

test('a range names a shared month and year once', () => {
  expect(formatDays('2025-05-03', '2025-05-09')).toMatch(/^3\s*–\s*9 May 2025$/)
})
