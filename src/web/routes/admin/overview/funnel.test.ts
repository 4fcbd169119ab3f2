import { expect, test } from 'vitest'
import { funnelRows } from './funnel.ts'

const FUNNEL = {
  landing_views: 1000,
  form_views: 400,
  steps: [
    { name: 'full_name', completed: 300 },
    { name: 'business_name', completed: 310 },
  ],
  submissions: 100,
  shares: 120,
}

test('each stage shows how many visitors it lost, and the greatest loss on the way to a position is marked', () => {
  expect(funnelRows(FUNNEL)).toEqual([
    { name: 'Visits', count: 1000, lost: null, isGreatestLoss: false },
    { name: 'Emails', count: 400, lost: 60, isGreatestLoss: false },
    { name: 'What is your name?', count: 300, lost: 25, isGreatestLoss: false },
    { name: 'What is your business called?', count: 310, lost: null, isGreatestLoss: false },
    { name: 'Submissions', count: 100, lost: expect.closeTo(67.7, 1), isGreatestLoss: true },
    { name: 'Shares', count: 120, lost: null, isGreatestLoss: false },
  ])
})

test('without visits, no stage shows a loss', () => {
  const nothing = { landing_views: 0, form_views: 0, steps: [], submissions: 0, shares: 0 }
  expect(funnelRows(nothing).some(({ lost, isGreatestLoss }) => lost !== null || isGreatestLoss)).toBe(false)
})
