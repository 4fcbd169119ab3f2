import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { counted } from '../ui/words.ts'
import { reviewsCountQuery, trustRulesQuery } from './queries.ts'

/** The number of people who wait for a decision. Renders nothing if it is 0. */
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

/**
 * Shows its children once somebody has brought a friend or waits for a decision, or one of the owner's rules is in
 * force.
 */
export function ReviewGate({ children }: { children: ReactNode }) {
  const { data: { people, has_friends } = NOTHING } = useQuery(reviewsCountQuery)
  const isFilled = people > 0 || has_friends
  const { data: { rules } = NOTHING } = useQuery({ ...trustRulesQuery, enabled: !isFilled })
  return isFilled || rules.length > 0 ? children : null
}

const NOTHING = { people: 0, has_friends: false, rules: [] }
