import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { reserveFloor } from '../../../ui/reserve-height.ts'
import { Empty } from '../../../ui/query-state.tsx'
import { SectionHead, ShowMore } from '../ui/section-head.tsx'
import { May } from '../session/use-account.tsx'
import { DecisionBar } from './decision-bar.tsx'
import { Decide, InviterCard } from './inviter-card.tsx'
import { reviewsQuery } from './queries.ts'
import { ReviewPeople } from './review-people.tsx'
import { TrustRules } from './trust-rules.tsx'
import { type Deciding, useDecision } from './use-decision.ts'
import { useKept } from './use-kept.ts'
import { useOthers } from './use-others.ts'
import { peopleWords } from './words.ts'

export function ReviewView({ onOpen }: { onOpen: (id: string) => void }) {
  const paged = useInfiniteQuery(reviewsQuery)
  const { data, isPending } = paged
  const deciding = useDecision()
  const others = useOthers(deciding)
  const inviters = useMemo(() => data?.pages.flatMap((page) => page.inviters) ?? [], [data])
  const shown = useKept(inviters)
  const alone = data?.pages[0]?.alone ?? 0

  return (
    <section aria-labelledby="review" className="review">
      <SectionHead id="review" title="Review" lead="Inviters, biggest gain first. Nothing changes until you decide." />
      {data === undefined && <Empty>{isPending ? 'Loading data...' : NOT_NOW}</Empty>}
      {data?.pages[0]?.is_flooded && (
        <Empty>
          Someone may be flooding your waitlist. Browsers there solve a small puzzle before they can join. You don’t
          need to do anything.
        </Empty>
      )}
      {shown.map((inviter) => (
        <InviterCard
          key={inviter.id}
          inviter={inviter}
          isOver={!inviters.includes(inviter)}
          elsewhere={others.about(inviter.id)}
          deciding={deciding}
          onOpen={onOpen}
        />
      ))}
      {data && inviters.length === 0 && alone === 0 && (
        <Empty>Nothing to review. Everyone who brings friends appears here.</Empty>
      )}
      <ShowMore of={paged} className="justify-self-center" />
      {alone > 0 && <Alone people={alone} deciding={deciding} onOpen={onOpen} />}
      <div ref={reserveFloor} className="decision-bars">
        <output className="decision-bar">{others.newest && <span>{others.newest}</span>}</output>
        <DecisionBar {...deciding} />
      </div>
      <TrustRules deciding={deciding} />
    </section>
  )
}

const NOT_NOW = 'The inviters could not be loaded. The page tries again every half minute.'

function Alone({ people, deciding, onOpen }: { people: number; deciding: Deciding; onOpen: (id: string) => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <article aria-labelledby="review-alone" className="panel review-card">
      <header>
        <h3 id="review-alone" className="review-who">
          Marked, without an inviter
        </h3>
        <p className="text-muted">They count for nobody. Accept them to invite them in a wave.</p>
      </header>
      <ul className="evidence">
        <li>
          <button type="button" className="person" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <strong>{peopleWords(people)}</strong>
          </button>
          <May needs="manager">
            <Decide
              people={people}
              words={`${peopleWords(people)} without an inviter`}
              select={{}}
              isOver={isOpen}
              deciding={deciding}
            />
          </May>
          {isOpen && (
            <div className="review-behind">
              <ReviewPeople select={{}} deciding={deciding} onOpen={onOpen} />
            </div>
          )}
        </li>
      </ul>
    </article>
  )
}
