import { useId, useState } from 'react'
import { comma } from '#shared/values/comma.ts'
import { fill } from '#shared/values/language.ts'
import { site } from '#shared/site/site.ts'
import type { Place } from '#shared/joining/place.ts'
import { QueueMark } from '../../ui/drawings/queue-mark.tsx'
import { PlaceMilestones } from './place-milestones.tsx'

const MOST_SLOTS = 20

export function StampCard({ place: { referrals, friends, milestones } }: { place: Place }) {
  const heading = useId()
  const slots = Math.min(milestones.at(-1)?.friends ?? 0, MOST_SLOTS)
  const waiting = friends.filter(({ state }) => state !== 'counted').length
  const stateOf = (index: number) => (index < referrals ? 'counted' : index < referrals + waiting ? 'waiting' : 'empty')
  // The stamps at the first render: later ones are animated.
  const [before] = useState(() => Array.from({ length: slots }, (_, index) => stateOf(index)))
  const { card } = site().place
  if (slots === 0) return null
  return (
    <section aria-labelledby={heading} className="stamp-card">
      <div>
        <h2 id={heading} className="text-title">
          {card.title}
        </h2>
        <p className="mt-1 text-muted">{card.lead}</p>
        <div className="slots" aria-hidden="true">
          {Array.from({ length: slots }, (_, index) => (
            <Slot
              key={index}
              number={index + 1}
              state={stateOf(index)}
              isNew={stateOf(index) !== before[index]}
              isMilestone={milestones.some(({ friends }) => friends === index + 1)}
            />
          ))}
        </div>
        <p className="mt-4 font-medium">
          {referrals === 0 ? card.none : fill(card.counts, { friends: referrals })}
          {waiting > 0 && `${comma()}${fill(card.waits, { friends: waiting })}`}
          {referrals > slots && (
            <span className="block font-normal text-muted">{fill(card.full, { more: referrals - slots })}</span>
          )}
        </p>
      </div>
      <PlaceMilestones milestones={milestones} referrals={referrals} />
    </section>
  )
}

type SlotProps = { number: number; state: 'counted' | 'waiting' | 'empty'; isNew: boolean; isMilestone: boolean }

function Slot({ number, state, isNew, isMilestone }: SlotProps) {
  return (
    <span className="slot" data-milestone={isMilestone || undefined}>
      {number}
      {state !== 'empty' && (
        <span
          key={state}
          className={`slot-stamp ${state === 'counted' ? 'on-velvet' : ''}`}
          data-state={state}
          data-new={isNew || undefined}
        >
          <QueueMark className="h-full w-auto" />
        </span>
      )}
    </span>
  )
}
