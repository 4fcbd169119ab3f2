import { useQuery } from '@tanstack/react-query'
import { counted } from '../ui/count-words.ts'
import { reviewsCountQuery } from './queries.ts'

/** How many people wait for the owner's decision; nothing if nobody does. */
export function ReviewMark() {
  const { data } = useQuery(reviewsCountQuery)
  if (!data || data.people === 0) return null
  return (
    <span className="section-mark">
      {counted(data.people)}
      <span className="sr-only"> to decide about</span>
    </span>
  )
}
