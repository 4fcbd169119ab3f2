import type { AnalyticsEvent } from '#shared/joining/analytics-event.ts'

const CHANNEL = 'firstchair:analytics'

/** Reports an event to every registered sink. Without a sink, nothing is kept or sent. */
export function track(event: AnalyticsEvent) {
  // Sinks are listeners of a DOM event, so that a sink that throws affects neither the page nor the other sinks.
  window.dispatchEvent(new CustomEvent<AnalyticsEvent>(CHANNEL, { detail: event }))
}

/** Registers a sink. Returns a function that removes it. */
export function addSink(sink: (event: AnalyticsEvent) => void): () => void {
  const listener = (event: Event) => sink((event as CustomEvent<AnalyticsEvent>).detail)
  window.addEventListener(CHANNEL, listener)
  return () => window.removeEventListener(CHANNEL, listener)
}
