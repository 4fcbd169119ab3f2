import { DAY_MS } from '#shared/durations.ts'
import { useNow } from '../state/use-now.ts'
import { useOwnerTime } from '../ui/owner-time.ts'

/** A time within twelve hours of now as 14:35; any other with its date. */
export function At({ date }: { date: string }) {
  const isNear = Math.abs(Date.parse(date) - useNow()) < DAY_MS / 2
  return <time dateTime={date}>{useOwnerTime(date, isNear ? 'time' : 'medium')}</time>
}
