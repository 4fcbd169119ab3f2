import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { SectionHead } from '../ui/section-head.tsx'
import { ChairNote } from '../ui/chair-note.tsx'
import { DecisionBar } from './decision-bar.tsx'
import { reviewsQuery } from './queries.ts'
import { ReviewCard } from './review-card.tsx'
import { TrustRules } from './trust-rules.tsx'
import { useDecision } from './use-decision.ts'
import { ShowMore } from '../ui/show-more.tsx'
import { useOthers } from './use-others.ts'
import { useKept } from './use-kept.ts'

/**
 * The places that friends have gained, in groups with their evidence, and the people who wait for a decision. `onOpen`
 * opens a profile.
 */
export function ReviewView({ onOpen }: { onOpen: (id: string) => void }) {
  const paged = useInfiniteQuery(reviewsQuery)
  const { data, isPending } = paged
  const deciding = useDecision()
  const others = useOthers(deciding)
  const groups = useMemo(() => data?.pages.flatMap((page) => page.groups) ?? [], [data])
  const shown = useKept(groups)

  return (
    <section aria-labelledby="review" className="review">
      <SectionHead
        id="review"
        title="Review"
        lead="Friends who have something in common, the largest gain first. Nothing happens before you press, and nobody is told."
      />
      {data === undefined && <ChairNote>{isPending ? 'Loading data...' : NOT_NOW}</ChairNote>}
      {shown.map((group) => (
        <ReviewCard
          key={group.id}
          group={group}
          rates={data!.pages[0]!.rates}
          isOver={!groups.includes(group)}
          elsewhere={others.about(group.id)}
          deciding={deciding}
          onOpen={onOpen}
        />
      ))}
      {data && groups.length === 0 && (
        <ChairNote>Nothing to review. Friends who share a code, a network or answers appear here.</ChairNote>
      )}
      <div className="decision-bars">
        <output className="decision-bar">{others.newest && <span>{others.newest}</span>}</output>
        <DecisionBar {...deciding} />
      </div>
      <ShowMore of={paged} className="justify-self-center" />
      <TrustRules deciding={deciding} />
    </section>
  )
}

const NOT_NOW = 'The groups could not be loaded. The page tries again every half minute.'
