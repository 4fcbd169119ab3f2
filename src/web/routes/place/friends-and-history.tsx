import { useId, useState } from 'react'
import { comma } from '#shared/values/comma.ts'
import { fill } from '#shared/values/fill.ts'
import { site } from '#shared/site/site.ts'
import type { LetIn, Move, Place } from '#shared/joining/place.ts'
import { buttonStyle } from '../../ui/button.ts'
import { Day } from '../../ui/day.tsx'
import { grouped } from '../../ui/grouped.ts'

const WAITS = ['confirm', 'look', 'beyond'] as const

export function FriendList({ friends, referrals }: Pick<Place, 'friends' | 'referrals'>) {
  const heading = useId()
  const { shown, toggle } = useFirst(friends)
  const all = Math.max(friends.length, referrals)
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="text-title">
        {site().place.friends.title}
      </h2>
      {friends.length === 0 && <p className="mt-3 text-muted">{site().place.friends.empty}</p>}
      <ul className="friends">
        {shown.map(({ label, at, state }, index) => (
          <li key={`${at} ${index}`}>
            <span className="min-w-0">
              <span className="block wrap-anywhere">{label ?? site().place.friends.unknown}</span>
              <Day date={at} className="text-small text-muted" />
            </span>
            <span className="friend-state" data-state={state}>
              {site().place.friends[state]}
            </span>
          </li>
        ))}
      </ul>
      {toggle}
      {all > friends.length && (
        <p className="text-small text-muted">{fill(site().place.friends.newest, { shown: friends.length, all })}</p>
      )}
      {WAITS.filter((why) => friends.some(({ state }) => state === why)).map((why) => (
        <p key={why} className="mt-2 text-small text-muted">
          {site().place.friends.notes[why]}
        </p>
      ))}
    </section>
  )
}

/** Newest first. Waves move the place in line, not the position. */
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
          {(kind === 'friend' || kind === 'friends-before') && `${comma()}${placesWords(position, places)}`}
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

const SHOWN_AT_FIRST = 5

function useFirst<Item>(items: Item[]) {
  const [isOpen, setOpen] = useState(false)
  const toggle = items.length > SHOWN_AT_FIRST && (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={() => setOpen(!isOpen)}
      className={buttonStyle('bare', '-ms-2 mt-1')}
    >
      {isOpen ? site().place.less : fill(site().place.more, { all: items.length })}
    </button>
  )
  return { shown: isOpen ? items : items.slice(0, SHOWN_AT_FIRST), toggle }
}
