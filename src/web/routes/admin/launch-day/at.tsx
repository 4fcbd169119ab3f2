import { DAY_MS } from '#shared/values/durations.ts'
import { useNow } from '../state/use-now.ts'
import { useNamedTime } from '../ui/owner-time.ts'

/** A time in the future, such as '14:35 London time'. Shows the date too if the time is more than twelve hours away. */
export function At({ date }: { date: string }) {
  const isNear = Math.abs(Date.parse(date) - useNow()) < DAY_MS / 2
  return <time dateTime={date}>{useNamedTime(date, isNear ? 'time' : 'medium')}</time>
}
