import { ROUTES } from '#shared/routes.ts'
import type { AnalyticsEvent } from '#shared/joining/analytics-event.ts'
import { arrivalUtm } from '../storage/arrival.ts'
import { readStored, writeStored } from '../storage/storage.ts'

export const STAGES = 'visitStages'

/** True for the first view in this visit, which is a stage of the funnel. */
export function reachLanding(): boolean {
  if (Number(readStored('sessionStorage', STAGES)) !== 0) return false
  writeStored('sessionStorage', STAGES, '1')
  return true
}

/** A lost event does no harm. */
export function send(event: AnalyticsEvent) {
  const body = JSON.stringify({ ...event, utm_source: arrivalUtm()?.source })
  // The request may outlive the page that sends it.
  fetch(ROUTES.countEvent.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    keepalive: true,
  }).catch(() => {})
}
