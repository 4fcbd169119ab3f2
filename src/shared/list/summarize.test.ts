import { expect, test } from 'vitest'
import type { Filters } from './filters.ts'
import { periodOf } from './period.ts'
import { addEntries, summarizeEntries } from './summarize.ts'
import type { Countable } from './tally.ts'
import { isSpike } from './timeline.ts'

const NOW = new Date('2026-06-30T12:00:00Z')

function figuresOf(entries: Countable[], filters: Filters = { range: '7d' }) {
  return summarizeEntries(entries, {
    filters,
    period: periodOf(filters, { now: NOW, timeZone: 'Europe/London' }),
    now: NOW,
  })
}

const on = (day: string, rest: Countable = {}): Countable => ({ created_at: `${day}T12:00:00Z`, ...rest })

test('an empty list does not divide by zero', () => {
  expect(figuresOf([])).toMatchObject({
    totalSignups: 0,
    uniqueIndustriesCount: 0,
    topPriceRange: 'N/A',
    changes: { signups: null },
    industries: [],
    providers: [
      { name: 'Solo Provider', value: 0, percentage: 0 },
      { name: 'Group Practice', value: 0, percentage: 0 },
    ],
    prices: ['£0-£10', '£10-£30', '£30-£60', '£60+'].map((name) => ({ name, value: 0, percentage: 0 })),
  })
})

test('a change compares with the same number of days before, up to the same time, and is null without any', () => {
  const entries = [
    on('2026-06-30'),
    on('2026-06-24'),
    on('2026-06-24'),
    { created_at: '2026-06-23T11:59:59Z' },
    // Later on that day than it is today.
    on('2026-06-23'),
    on('2026-06-17'),
    on('2026-06-16'),
  ]

  expect(figuresOf(entries)).toMatchObject({ totalSignups: 3, changes: { signups: 50, solo: null } })
  expect(figuresOf(entries, { range: 'all' })).toMatchObject({ totalSignups: 7, changes: { signups: null } })
  const day = { range: '30d', from: '2026-06-24', to: '2026-06-24' } as const
  expect(figuresOf(entries, day)).toMatchObject({ totalSignups: 2, changes: { signups: 0 }, newSignupsLast7Days: 3 })
})

test('a typical day is a whole one', () => {
  const days = ['2026-06-24', '2026-06-25', '2026-06-26', '2026-06-27', '2026-06-28', '2026-06-29']
  const entries = [...days, ...days, ...days.slice(3), ...days.slice(3), '2026-06-30'].map((day) => on(day))
  // Two on three days, four on three days, and one today so far.
  expect(figuresOf(entries).timeline.usual).toBe(3)
  const today = figuresOf([on('2026-06-30')], { range: '7d', from: '2026-06-30', to: '2026-06-30' })
  expect(today.timeline.usual).toBe(1)
})

test('people who named no industry do not count as an industry', () => {
  const entries = [on('2026-06-30'), on('2026-06-30', { job_industry: 'Barber' }), on('2026-06-17')]
  expect(figuresOf(entries)).toMatchObject({ uniqueIndustriesCount: 1, changes: { industries: null } })
})

test('a sparkline has a point per day, and beyond ninety days one per week that ends today', () => {
  const { sparklines } = figuresOf([on('2026-06-29'), on('2026-06-29', { job_industry: 'Barber' })])
  expect(sparklines.signups.map(({ value }) => value)).toEqual([0, 0, 0, 0, 0, 2, 0])
  expect(sparklines.industries.map(({ value }) => value)).toEqual([0, 0, 0, 0, 0, 1, 0])
  expect(figuresOf([], { range: '90d' }).sparklines.signups).toHaveLength(90)

  const weeks = figuresOf([on('2026-03-01'), on('2026-06-30')], { range: 'all' }).sparklines.signups
  expect(weeks.at(-1)).toEqual({ from: '2026-06-24', to: '2026-06-30', value: 1 })
  expect(weeks[0]).toEqual({ from: '2026-03-01', to: '2026-03-03', value: 1 })
})

test('the timeline has each day of a short period, then weeks from Monday, then months, and leaves no sign-up out', () => {
  const entries = [on('2026-06-30'), on('2026-06-28'), on('2026-06-28'), on('2026-06-20'), on('2026-03-29')]
  const days = figuresOf(entries, { range: '7d' }).timeline
  expect(days).toMatchObject({ unit: 'day', usual: 0, busiest: { day: '2026-06-28', value: 2 } })
  expect(days.points.map(({ value }) => value)).toEqual([0, 0, 0, 0, 2, 0, 1])
  expect(figuresOf(entries, { range: '90d' }).timeline.points).toHaveLength(90)

  const weeks = figuresOf(entries, { range: 'all' }).timeline
  expect(weeks.unit).toBe('week')
  expect(weeks.points.slice(0, 2)).toEqual([
    { from: '2026-03-29', to: '2026-03-29', value: 1 },
    { from: '2026-03-30', to: '2026-04-05', value: 0 },
  ])
  expect(weeks.points.at(-1)).toEqual({ from: '2026-06-29', to: '2026-06-30', value: 1 })

  const months = figuresOf([...entries, on('2024-02-10')], { range: 'all' }).timeline
  expect(months.unit).toBe('month')
  expect(months.points).toHaveLength(29)
  expect(months.points[0]).toEqual({ from: '2024-02-10', to: '2024-02-29', value: 1 })
  expect(months.points.at(-1)).toEqual({ from: '2026-06-01', to: '2026-06-30', value: 4 })
  expect(figuresOf([]).timeline).toMatchObject({ usual: 0, busiest: null })
})

test('a spike has three times what is usual, and at least five sign-ups', () => {
  expect([12, 11, 4].map((value) => isSpike(value, 4))).toEqual([true, false, false])
  expect([5, 4].map((value) => isSpike(value, 0))).toEqual([true, false])
})

test('ties keep the order in which choices are offered; bands keep their own order, with unknown ones last', () => {
  const entries = [
    on('2026-06-30', { goals: ['Connect with mentors', 'Other'], price_range: 'a fortune' }),
    on('2026-06-30', { goals: ['Increase my number of bookings', 'Other'], price_range: '£60+/month' }),
    on('2026-06-30', { price_range: null, job_industry: ' ' }),
  ]

  const { goals, prices, topPriceRange, industries } = figuresOf(entries)

  expect(goals.map(({ name }) => name)).toEqual(['Other', 'Increase my number of bookings', 'Connect with mentors'])
  expect(prices.map(({ name, value }) => `${name} ${value}`)).toEqual([
    '£0-£10 0',
    '£10-£30 0',
    '£30-£60 0',
    '£60+ 1',
    'Unknown 2',
  ])
  expect(topPriceRange).toBe('Unknown')
  expect(industries).toMatchObject([{ name: 'Unknown', value: 3, percentage: 100 }])
})

test('an entry without a time counts by its date, and without a date as of now', () => {
  expect(
    figuresOf([{ date: '2026-06-25' }, {}, { created_at: 'once', date: 'upon a time' }, { date: '2026-01-01' }]),
  ).toMatchObject({
    totalSignups: 3,
  })
})

test('adding entries to known figures gives the same result as counting them all at once', () => {
  const known = [on('2026-06-30', { is_solo_provider: true, job_industry: 'Barber' }), on('2026-06-20')]
  const local = [on('2026-06-28', { is_solo_provider: false, used_referral_code: 'ABCDEF' }), on('2026-06-18')]

  const added = addEntries(figuresOf(known), local, { filters: { range: '7d' }, now: NOW })

  expect(added).toEqual(figuresOf([...known, ...local]))
})
