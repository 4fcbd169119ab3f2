import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { counted } from '../ui/words.ts'
import { reviewsCountQuery, trustRulesQuery } from '../state/queries.ts'

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

export function ReviewGate({ children }: { children: ReactNode }) {
  const { data: { people, has_friends } = NOTHING } = useQuery(reviewsCountQuery)
  const isFilled = people > 0 || has_friends
  const { data: { rules } = NOTHING } = useQuery({ ...trustRulesQuery, enabled: !isFilled })
  return isFilled || rules.length > 0 ? children : null
}

const NOTHING = { people: 0, has_friends: false, rules: [] }
