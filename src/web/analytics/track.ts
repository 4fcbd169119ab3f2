import type { AnalyticsEvent } from '#shared/analytics-event.ts'

const CHANNEL = 'firstchair:analytics'

/** Reports what happened to every registered sink. Without a sink nothing is kept and nothing is sent. */
export function track(event: AnalyticsEvent) {
  // The browser's own events keep a sink that throws away from the page and from the other sinks.
  window.dispatchEvent(new CustomEvent<AnalyticsEvent>(CHANNEL, { detail: event }))
}

/** Registers somebody who wants to know. Returns how to stop. */
export function addSink(sink: (event: AnalyticsEvent) => void): () => void {
  const listener = (event: Event) => sink((event as CustomEvent<AnalyticsEvent>).detail)
  window.addEventListener(CHANNEL, listener)
  return () => window.removeEventListener(CHANNEL, listener)
}
