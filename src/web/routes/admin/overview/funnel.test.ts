import { expect, test } from 'vitest'
import { site } from '#shared/site/site.ts'
import { funnelRows } from './funnel-panel.tsx'

const labelOf = (name: string) => site().questions.find((question) => question.name === name)!.label

const FUNNEL = {
  visits: 1000,
  emails: 400,
  steps: [
    { name: 'full_name', completed: 300 },
    { name: 'business_name', completed: 310 },
  ],
  submissions: 100,
  shares: 120,
}

test('each stage shows how many visitors it lost, and the greatest loss on the way to a position is marked', () => {
  expect(funnelRows(FUNNEL)).toEqual([
    { name: 'Visited the landing page', count: 1000, lost: null, isGreatestLoss: false },
    { name: 'Left an email', count: 400, lost: 60, isGreatestLoss: false },
    { name: `Answered: ${labelOf('full_name')}`, count: 300, lost: 25, isGreatestLoss: false },
    { name: `Answered: ${labelOf('business_name')}`, count: 310, lost: null, isGreatestLoss: false },
    { name: 'Sent the form', count: 100, lost: 67.7, isGreatestLoss: true },
    { name: 'Shared their link', count: 120, lost: null, isGreatestLoss: false },
  ])
})

test('of two stages that lose the same share, only the first is marked', () => {
  const halves = { visits: 80, emails: 40, steps: [], submissions: 20, shares: 10 }
  expect(funnelRows(halves).map(({ lost, isGreatestLoss }) => [lost, isGreatestLoss])).toEqual([
    [null, false],
    [50, true],
    [50, false],
    [50, false],
  ])
})

test('without visits, no stage shows a loss', () => {
  const nothing = { visits: 0, emails: 0, steps: [], submissions: 0, shares: 0 }
  expect(funnelRows(nothing).some(({ lost, isGreatestLoss }) => lost !== null || isGreatestLoss)).toBe(false)
})
