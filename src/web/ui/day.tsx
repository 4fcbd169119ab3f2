import { site } from '#shared/site/site.ts'
import { fill, locale } from '#shared/values/language.ts'

const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const
const TIME = { hour: '2-digit', minute: '2-digit' } as const

/** In the visitor's own zone; 'Today' with the time. */
export function Day({ date, className }: { date: string; className?: string }) {
  return (
    <time dateTime={date} title={`${dayOf(date)}, ${timeOf(date)}`} className={className}>
      {isToday(date) ? fill(site().place.today, { time: timeOf(date) }) : dayOf(date)}
    </time>
  )
}

function isToday(date: string): boolean {
  return dayOf(date) === dayOf(Date.now())
}

export function timeOf(date: string | number): string {
  return new Date(date).toLocaleTimeString(locale(), TIME)
}

export function dayOf(date: string | number): string {
  return new Date(date).toLocaleDateString(locale(), DAY)
}
