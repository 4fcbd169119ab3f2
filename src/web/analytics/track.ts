import type { AnalyticsEvent } from '#shared/joining/analytics-event.ts'

const CHANNEL = 'firstchair:analytics'

export function track(event: AnalyticsEvent) {
  // Listeners of a DOM event: a sink that throws affects neither the page nor the other sinks.
  window.dispatchEvent(new CustomEvent<AnalyticsEvent>(CHANNEL, { detail: event }))
}

export function addSink(sink: (event: AnalyticsEvent) => void): () => void {
  const listener = (event: Event) => sink((event as CustomEvent<AnalyticsEvent>).detail)
  window.addEventListener(CHANNEL, listener)
  return () => window.removeEventListener(CHANNEL, listener)
}
