import { useQuery } from '@tanstack/react-query'
import { counted } from '../ui/words.ts'
import { unreadQuery } from './queries.ts'

export function UnreadMark() {
  const { data: unread = 0 } = useQuery(unreadQuery)
  if (unread === 0) return null
  return (
    <span className="section-mark">
      {counted(unread)}
      <span className="sr-only"> unread</span>
    </span>
  )
}
