import type { AnalyticsEvent } from '#shared/analytics-event.ts'
import { paths } from '#shared/paths.ts'
import { arrivalUtm } from '../storage/arrival.ts'

/** Adds an event to our own counters: no cookie, no id, no answer. One that does not arrive is not missed. */
export function countEvent(event: AnalyticsEvent) {
  const body = JSON.stringify({ ...event, utm_source: arrivalUtm()?.source })
  // It may outlive the page that sends it.
  fetch(paths.api.events, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    keepalive: true,
  }).catch(() => {})
}
