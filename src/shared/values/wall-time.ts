/** `shown`: the time on the clocks in milliseconds, as if it were UTC. */
export function instantOf(shown: number, timeZone: string): Date {
  const first = shown - offsetOf(shown, timeZone)
  return new Date(shown - offsetOf(first, timeZone))
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Milliseconds; positive if its clocks are ahead. */
function offsetOf(instant: number, timeZone: string): number {
  let format = formats.get(timeZone)
  if (!format) {
    const fields = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const
    format = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', ...fields })
    formats.set(timeZone, format)
  }
  const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
  const shown = Date.UTC(parts.year!, parts.month! - 1, parts.day, parts.hour, parts.minute)
  return shown - Math.floor(instant / 60_000) * 60_000
}
