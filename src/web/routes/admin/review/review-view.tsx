import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { SectionHead } from '../frame/section-head.tsx'
import { ChairNote } from '../ui/chair-note.tsx'
import { DecisionBar } from './decision-bar.tsx'
import { reviewsQuery } from './queries.ts'
import { ReviewCard } from './review-card.tsx'
import { TrustRules } from './trust-rules.tsx'
import { useDecision } from './use-decision.ts'
import { ShowMore } from '../ui/show-more.tsx'
import { useKept } from './use-kept.ts'

/** The people whose credit waits for the owner, in groups that explain themselves. `onOpen` opens a profile. */
export function ReviewView({ onOpen }: { onOpen: (id: string) => void }) {
  const paged = useInfiniteQuery(reviewsQuery)
  const { data, isPending } = paged
  const deciding = useDecision()
  const groups = useMemo(() => data?.pages.flatMap((page) => page.groups) ?? [], [data])
  const shown = useKept(groups)

  return (
    <section aria-labelledby="review" className="review">
      <SectionHead
        id="review"
        title="Review"
        lead="These sign-ups look doubtful. The people who invited them move up only if you accept. Nobody is told."
      />
      {data === undefined && <ChairNote>{isPending ? 'Loading data...' : NOT_NOW}</ChairNote>}
      {shown.map((group) => (
        <ReviewCard key={group.id} group={group} isOver={!groups.includes(group)} deciding={deciding} onOpen={onOpen} />
      ))}
      {data && groups.length === 0 && <ChairNote>No doubtful sign-ups. They appear here, with the reasons.</ChairNote>}
      <DecisionBar {...deciding} />
      <ShowMore of={paged} className="justify-self-center" />
      <TrustRules deciding={deciding} />
    </section>
  )
}

const NOT_NOW = 'The doubtful sign-ups could not be fetched. It is tried again every half minute.'
