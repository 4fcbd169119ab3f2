import type { AnalyticsEvent } from '#shared/joining/analytics-event.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { addSink, track } from './track.ts'

const VIEW: AnalyticsEvent = { name: 'page_view', path: '/', title: 'Home' }

beforeEach(() => void vi.stubGlobal('window', new EventTarget()))

test('every sink gets every event while it is registered', () => {
  const one: AnalyticsEvent[] = []
  const two: AnalyticsEvent[] = []
  track(VIEW)
  const stop = addSink((event) => one.push(event))
  addSink((event) => two.push(event))
  track(VIEW)
  stop()
  track({ name: 'referral_used' })

  expect(one).toEqual([VIEW])
  expect(two).toEqual([VIEW, { name: 'referral_used' }])
})
