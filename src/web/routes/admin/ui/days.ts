/* Days are `YYYY-MM-DD` and months `YYYY-MM`, as in the API, so they sort as text. */

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
