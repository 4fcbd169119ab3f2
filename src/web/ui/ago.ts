const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const STEPS = [
  { unit: 'year', length: 365.25 * DAY },
  { unit: 'month', length: 30.4375 * DAY },
  { unit: 'day', length: DAY },
  { unit: 'hour', length: HOUR },
  { unit: 'minute', length: MINUTE },
] as const

/** As '3 days'. A future date gives 'less than a minute'. */
export function agoOf(date: string, now: number): string {
  const elapsed = now - Date.parse(date)
  const step = STEPS.find(({ length }) => elapsed >= length)
  if (!step) return 'less than a minute'
  const count = Math.floor(elapsed / step.length)
  return `${count} ${step.unit}${count === 1 ? '' : 's'}`
}
