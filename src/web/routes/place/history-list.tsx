import { useId } from 'react'
import { place as words } from '#site/place.ts'
import type { Move } from '#shared/place.ts'
import { grouped } from '../../ui/grouped.ts'
import { Moment } from '../../ui/moment.tsx'
import { useFirst } from './use-first.tsx'

/** Every move with its reason, newest first. */
export function HistoryList({ history }: { history: Move[] }) {
  const heading = useId()
  const { shown, toggle } = useFirst(history)
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="text-title">
        {words.history.title}
      </h2>
      <ol className="moves">
        {shown.map((move, index) => (
          <li key={`${move.at} ${index}`}>
            <strong className="move-position">#{grouped(move.position)}</strong>
            <p className="min-w-0">
              <span className="block wrap-anywhere">{reasonOf(move)}</span>
              <span className="text-small text-muted">
                <Moment date={move.at} />
                {(move.kind === 'friend' || move.kind === 'friends-before') &&
                  `, ${move.places > 0 ? words.history.places(move.places) : words.history.noPlaces}`}
              </span>
            </p>
          </li>
        ))}
      </ol>
      {toggle}
    </section>
  )
}

function reasonOf({ kind, friend }: Move): string {
  const label = friend ?? words.friends.unknown
  if (kind === 'friend') return words.history.friend(label)
  if (kind === 'friends-before') return words.history.before
  if (kind === 'friend-waits') return words.history.waits(label)
  return kind === 'friend-left' ? words.history.left(label) : words.history.joined
}
