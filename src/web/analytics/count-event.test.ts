import fc from 'fast-check'
import { beforeEach, expect, test, vi } from 'vitest'
import type { AnalyticsEvent } from '#shared/joining/analytics-event.ts'
import { site } from '#shared/site/site.ts'
import { countEvent } from './count-event.ts'

const LANDING: AnalyticsEvent = { name: 'page_view', path: '/', title: 'Home' }
const FORM: AnalyticsEvent = { name: 'page_view', path: '/form' }
const STEPS = site().questions.map(({ name }, step_index): AnalyticsEvent => ({
  name: 'form_step_complete',
  step_index,
  step_name: name,
}))
const SUBMISSION: AnalyticsEvent = { name: 'waitlist_submission', has_referral: false }
const SHARE: AnalyticsEvent = { name: 'share', method: 'facebook', content_type: 'referral_link' }
const FUNNEL = [LANDING, FORM, ...STEPS, SUBMISSION, SHARE]

/** The names of the counted stages, as `FUNNEL` has them. */
let counted: string[]

beforeEach(openTab)

function openTab() {
  counted = []
  vi.stubGlobal('window', { localStorage: storage({ currentEmail: 'ada@example.com' }), sessionStorage: storage({}) })
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
    counted.push(nameOf(JSON.parse(body)))
    return Promise.resolve()
  })
}

function storage(values: Record<string, string>) {
  return {
    getItem: (key: string) => values[key] ?? null,
    setItem: (key: string, value: string) => void (values[key] = value),
    removeItem: (key: string) => void delete values[key],
  }
}

function nameOf(event: AnalyticsEvent): string {
  if (event.name === 'page_view') return event.path
  return event.name === 'form_step_complete' ? event.step_name : event.name
}

test('a visit counts once at each stage, however often a page is reloaded or a step repeated', () => {
  for (const event of [LANDING, LANDING, FORM, FORM, ...STEPS.slice(0, 2), STEPS[1]!, LANDING, ...STEPS.slice(2)])
    countEvent(event)
  for (const event of [SUBMISSION, SHARE, SHARE, LANDING]) countEvent(event)

  expect(counted).toEqual(FUNNEL.map(nameOf))
})

test('another person who joins in the same tab is another visit', () => {
  for (const event of [...FUNNEL.slice(0, -1), LANDING, ...FUNNEL.slice(1)]) countEvent(event)

  expect([...counted].sort()).toEqual([...FUNNEL.slice(0, -1), ...FUNNEL].map(nameOf).sort())
})

test('the form counts only for visitors who have left an email', () => {
  window.localStorage.removeItem('currentEmail')
  for (const event of [LANDING, FORM, LANDING]) countEvent(event)

  expect(counted).toEqual(['/'])
})

test('no stage has more visits than the one before, whatever visitors do', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(FUNNEL.length), fc.nat(FUNNEL.length))), (walks) => {
      openTab()
      for (const [from, length] of walks) FUNNEL.slice(from, from + length).forEach(countEvent)
      const counts = FUNNEL.map((stage) => counted.filter((name) => name === nameOf(stage)).length)
      expect(counts).toEqual([...counts].sort((a, b) => b - a))
    }),
  )
})

test('events that are no stage count each time', () => {
  const view: AnalyticsEvent = { name: 'page_view', path: '/contact' }
  for (const event of [view, view, { name: 'referral_used' } as const]) countEvent(event)

  expect(counted).toEqual(['/contact', '/contact', 'referral_used'])
})
