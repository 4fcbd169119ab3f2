import { expect, test } from 'vitest'
import { agoOf } from './time.tsx'

const NOW = Date.parse('2025-06-15T12:00:00Z')

test.each([
  ['2025-06-15T11:59:30Z', 'less than a minute'],
  ['2025-06-15T12:05:00Z', 'less than a minute'],
  ['2025-06-15T11:59:00Z', '1 minute'],
  ['2025-06-15T09:30:00Z', '2 hours'],
  ['2025-06-14T12:00:00Z', '1 day'],
  ['2025-05-01T12:00:00Z', '1 month'],
  ['2023-01-01T12:00:00Z', '2 years'],
])('%s is %s ago', (date, ago) => {
  expect(agoOf(date, NOW)).toBe(ago)
})
