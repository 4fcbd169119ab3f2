import { peopleWords } from '../ui/words.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { reserveFloor } from '../../../ui/reserve-height.ts'
import { Empty, notLoaded, Panel } from '../../../ui/panel.tsx'
import { SectionHead, ShowMore } from '../ui/section-head.tsx'
import { May } from '../state/use-account.tsx'
import { type Deciding, DecisionBar, useDecision } from './decision.tsx'
import { Decide, InviterCard } from './inviter-card.tsx'
import { reviewsQuery, trustRulesQuery } from '../state/queries.ts'
import { ReviewPeople } from './review-people.tsx'
import { useKept, useOthers } from './use-others.ts'
import { ruleWords } from './words.ts'
import { Moment } from '../../../ui/time.tsx'
import { Button } from '../../../ui/button.tsx'
import { ViewLink } from '../state/use-view.tsx'

export function ReviewView() {
  const paged = useInfiniteQuery(reviewsQuery)
  const { data, isPending } = paged
  const deciding = useDecision()
  const others = useOthers(deciding)
  const inviters = useMemo(() => data?.pages.flatMap((page) => page.inviters) ?? [], [data])
  const shown = useKept(inviters)
  const alone = data?.pages[0]?.alone ?? 0

  return (
    <section aria-labelledby="review" className="review grid gap-5">
      <SectionHead
        id="review"
        title="To check"
        lead="Who brought friends, biggest gain first. Nothing changes until you decide."
        back={<ViewLink to={{ view: 'people' }}>Back to People</ViewLink>}
      />
      {data === undefined && <Empty>{isPending ? 'Loading data...' : notLoaded('The inviters')}</Empty>}
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
        />
      ))}
      {data && inviters.length === 0 && alone === 0 && (
        <Empty>No one to check. Everyone who brings friends appears here.</Empty>
      )}
      <ShowMore of={paged} className="justify-self-center" />
      {alone > 0 && <Alone people={alone} deciding={deciding} />}
      <div ref={reserveFloor} className="decision-bars">
        <output className="decision-bar">{others.newest && <span>{others.newest}</span>}</output>
        <DecisionBar {...deciding} />
      </div>
      <TrustRules deciding={deciding} />
    </section>
  )
}

function Alone({ people, deciding }: { people: number; deciding: Deciding }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <article aria-labelledby="review-alone" className="panel review-card">
      <header>
        <h3
          id="review-alone"
          className="text-[clamp(1.25rem,1.1rem_+_0.7vw,1.625rem)] leading-[1.2] text-balance wrap-anywhere"
        >
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
              <ReviewPeople select={{}} deciding={deciding} />
            </div>
          )}
        </li>
      </ul>
    </article>
  )
}

function TrustRules({ deciding }: { deciding: Deciding }) {
  const { data } = useQuery(trustRulesQuery)
  if (!data) return null
  return (
    <Panel
      title="Trusted and refused domains"
      note="People at a trusted domain never get a mark. People at a refused one wait for you."
    >
      {data.rules.length === 0 ? (
        <Empty isSmall>None yet. You can trust or refuse a domain that several friends share.</Empty>
      ) : (
        <ul className="rules">
          {data.rules.map((rule) => (
            <li key={rule.act_id}>
              <div className="min-w-0">
                <p className="font-semibold">{ruleWords(rule)}</p>
                <p className="text-small text-muted">
                  {peopleWords(rule.people)} on the list, since <Moment date={rule.since} />
                </p>
              </div>
              <May needs="manager">
                <Button
                  aria-label={`End: ${ruleWords(rule)}`}
                  busy={deciding.isBusy}
                  onClick={() => deciding.undo(rule.act_id, `Ended: ${ruleWords(rule)}`)}
                >
                  End
                </Button>
              </May>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
