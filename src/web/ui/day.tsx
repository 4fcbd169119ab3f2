import { site } from '#shared/site/site.ts'
import { fill } from '#shared/values/fill.ts'

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** In the visitor's own zone; 'Today' with the time. */
export function Day({ date, className }: { date: string; className?: string }) {
  return (
    <time dateTime={date} title={`${dayOf(date)}, ${timeOf(date)}`} className={className}>
      {dayOf(date) === DAY.format() ? fill(site().place.today, { time: timeOf(date) }) : dayOf(date)}
    </time>
  )
}

export function timeOf(date: string | number): string {
  return TIME.format(new Date(date))
}

function dayOf(date: string): string {
  return DAY.format(new Date(date))
}
