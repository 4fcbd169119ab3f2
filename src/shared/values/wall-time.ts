/** The moment at which the clocks of a zone show a time. `shown`: this time as if it were UTC, in milliseconds. */
export function instantOf(shown: number, timeZone: string): Date {
  const first = shown - offsetOf(shown, timeZone)
  return new Date(shown - offsetOf(first, timeZone))
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** How far the clocks of a zone are ahead of UTC, in milliseconds. */
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
