import { useId } from 'react'
import { fill } from '#shared/values/fill.ts'
import { site } from '#shared/site/site.ts'
import type { Place } from '#shared/joining/place.ts'
import { Day } from '../../ui/day.tsx'
import { useFirst } from './use-first.tsx'

type FriendListProps = Pick<Place, 'friends' | 'referrals' | 'waits_for'>

/** The friends, with their emails masked, and whether each counts or waits. */
export function FriendList({ friends, referrals, waits_for }: FriendListProps) {
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
      {friends.some(({ state }) => state === 'waiting') && (
        <p className="mt-2 text-small text-muted">{site().place.friends.waitingNotes[waits_for ?? 'signUp']}</p>
      )}
    </section>
  )
}
