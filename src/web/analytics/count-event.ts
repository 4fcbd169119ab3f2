import type { AnalyticsEvent } from '#shared/analytics-event.ts'
import { paths } from '#shared/paths.ts'
import { arrivalUtm } from '../storage/arrival.ts'

/** Sends an event to the server's own counters: no cookie, no id, no answer. A lost event does not matter. */
export function countEvent(event: AnalyticsEvent) {
  const body = JSON.stringify({ ...event, utm_source: arrivalUtm()?.source })
  // The request may outlive the page that sends it.
  fetch(paths.api.events, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    keepalive: true,
  }).catch(() => {})
}
