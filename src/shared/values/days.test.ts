import { expect, test } from 'vitest'
import { addDays, Day, dayOf, daysFrom, startOfDay } from './days.ts'

test.each([
  ['in winter', '2026-01-15', 'Europe/London', '2026-01-15T00:00:00Z'],
  ['in summer', '2026-07-15', 'Europe/London', '2026-07-14T23:00:00Z'],
  ['on which the clocks go forward', '2026-03-29', 'Europe/London', '2026-03-29T00:00:00Z'],
  ['after the clocks went forward', '2026-03-30', 'Europe/London', '2026-03-29T23:00:00Z'],
  ['that has midnight twice', '2026-11-01', 'America/Havana', '2026-11-01T04:00:00Z'],
  ['that has no midnight', '2026-03-08', 'America/Havana', '2026-03-08T05:00:00Z'],
  ['that begins half an hour off', '2026-07-15', 'Asia/Kolkata', '2026-07-14T18:30:00Z'],
  ['at the date line', '2026-01-15', 'Pacific/Kiritimati', '2026-01-14T10:00:00Z'],
])('a day %s begins at its first moment', (_, day, timeZone, start) => {
  const first = startOfDay(day, timeZone)

  expect(first.toISOString()).toBe(start.replace('Z', '.000Z'))
  expect(dayOf(first, timeZone)).toBe(day)
  expect(dayOf(new Date(first.getTime() - 1), timeZone)).toBe(addDays(day, -1))
})

test('days are counted by the calendar, also when the clocks change', () => {
  expect(addDays('2026-03-28', 2)).toBe('2026-03-30')
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
  expect(daysFrom('2026-10-24', '2026-10-26')).toBe(2)
})

test.each(['2026-02-29', '2026-13-01', '26-01-01', '1999-12-31', '2026-1-1', '2026-01-01T00:00', ''])(
  '"%s" is not a day',
  (text) => {
    expect(Day.safeParse(text).success).toBe(false)
  },
)
