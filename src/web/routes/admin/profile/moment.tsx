import { useOwnerTime } from '../ui/owner-time.ts'

export function Moment({ date }: { date: string }) {
  return (
    <time dateTime={date} className="moment">
      {useOwnerTime(date, 'medium')}
    </time>
  )
}
