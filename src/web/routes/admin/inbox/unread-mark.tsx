import { useQuery } from '@tanstack/react-query'
import { counted } from '../ui/count-words.ts'
import { unreadQuery } from './queries.ts'

/** The number of messages that nobody has read. Renders nothing if it is 0. */
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
