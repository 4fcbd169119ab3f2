import { addDays, Day } from '#shared/values/days.ts'

/*
 * Days are `YYYY-MM-DD` and months `YYYY-MM`, as in the API, so they sort as text. The arithmetic uses UTC, where every
 * day has 24 hours.
 */
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

export function addMonths(month: string, months: number): string {
  const date = new Date(`${month}-01`)
  date.setUTCMonth(date.getUTCMonth() + months)
  return date.toISOString().slice(0, 7)
}

/** Or that month's last day. */
export function sameDayOf(month: string, day: string): string {
  return [day.slice(8), '30', '29', '28'].map((date) => `${month}-${date}`).find((day) => Day.safeParse(day).success)!
}

/** From Monday. Days of other months are null. */
export function weeksOf(month: string): (string | null)[][] {
  const first = `${month}-01`
  const lead = (new Date(first).getUTCDay() + 6) % 7
  const weeks: (string | null)[][] = []
  for (let day = addDays(first, -lead); day.slice(0, 7) <= month; day = addDays(day, 7)) {
    weeks.push(
      Array.from({ length: 7 }, (_, index) => addDays(day, index)).map((day) => (day.startsWith(month) ? day : null)),
    )
  }
  return weeks
}

export function isUnfinished({ to }: { to: string }, today: string): boolean {
  return to >= today
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
const longFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' })
const monthFormat = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

export const formatDay = (day: string) => dayFormat.format(new Date(day))
export const formatLongDay = (day: string) => longFormat.format(new Date(day))
export const formatMonth = (month: string) => monthFormat.format(new Date(`${month}-01`))
export const formatDays = (from: string, to: string) => dayFormat.formatRange(new Date(from), new Date(to))
