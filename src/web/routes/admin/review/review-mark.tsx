import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { counted } from '../ui/count-words.ts'
import { reviewsCountQuery, trustRulesQuery } from './queries.ts'

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

/** Shows its children once somebody has brought a friend or waits for a decision, or a rule of the owner's is in force. */
export function ReviewGate({ children }: { children: ReactNode }) {
  const { data: { people, has_friends } = NOTHING } = useQuery(reviewsCountQuery)
  const isFilled = people > 0 || has_friends
  const { data: { rules } = NOTHING } = useQuery({ ...trustRulesQuery, enabled: !isFilled })
  return isFilled || rules.length > 0 ? children : null
}

const NOTHING = { people: 0, has_friends: false, rules: [] }
