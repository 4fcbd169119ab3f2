import { useId } from 'react'
import { fill } from '#shared/values/fill.ts'
import { site } from '#shared/site/site.ts'
import type { LetIn, Move } from '#shared/joining/place.ts'
import { grouped } from '../../ui/grouped.ts'
import { Day } from '../../ui/day.tsx'
import { useFirst } from './use-first.tsx'

/** Every move with its reason, newest first: changes of the position, and waves that moved the place in line. */
export function HistoryList({ history, letIn }: { history: Move[]; letIn: LetIn[] }) {
  const heading = useId()
  const all = [...history, ...letIn].sort((one, other) => Number(one.at < other.at) - Number(one.at > other.at))
  const { shown, toggle } = useFirst(all)
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="text-title">
        {site().place.history.title}
      </h2>
      <ol className="moves">
        {shown.map((move, index) => (
          <li key={`${move.at} ${index}`}>{'people' in move ? <Wave {...move} /> : <Moved {...move} />}</li>
        ))}
      </ol>
      {toggle}
    </section>
  )
}

function Moved({ at, kind, friend, position, places }: Move) {
  return (
    <>
      <strong className="move-position">#{grouped(position)}</strong>
      <p className="min-w-0">
        <span className="block wrap-anywhere">{reasonOf({ kind, friend })}</span>
        <span className="text-small text-muted">
          <Day date={at} />
          {(kind === 'friend' || kind === 'friends-before') && `, ${placesWords(position, places)}`}
        </span>
      </p>
    </>
  )
}

function Wave({ at, people }: LetIn) {
  return (
    <>
      <span className="move-position" aria-hidden="true">
        ↑
      </span>
      <p className="min-w-0">
        <span className="block">{fill(site().place.history.letIn, { people })}</span>
        <span className="text-small text-muted">
          <Day date={at} />, {site().place.history.letInNote}
        </span>
      </p>
    </>
  )
}

function placesWords(position: number, places: number): string {
  if (places > 0) return fill(site().place.history.places, { places })
  return position === 1 ? site().place.history.atFirst : site().place.history.noPlaces
}

function reasonOf({ kind, friend }: Pick<Move, 'kind' | 'friend'>): string {
  const label = friend ?? site().place.friends.unknown
  if (kind === 'friend') return fill(site().place.history.friend, { friend: label })
  if (kind === 'friends-before') return site().place.history.before
  if (kind === 'friend-waits') return fill(site().place.history.waits, { friend: label })
  return site().place.history.joined
}
