import { useId } from 'react'
import { place as words } from '#site/place.ts'
import type { Place } from '#shared/place.ts'
import { Moment } from '../../ui/moment.tsx'
import { useFirst } from './use-first.tsx'

type FriendListProps = Pick<Place, 'friends' | 'referrals' | 'waits_for'>

/** The friends, masked: each counts, or waits. */
export function FriendList({ friends, referrals, waits_for }: FriendListProps) {
  const heading = useId()
  const { shown, toggle } = useFirst(friends)
  const all = Math.max(friends.length, referrals)
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="text-title">
        {words.friends.title}
      </h2>
      {friends.length === 0 && <p className="mt-3 text-muted">{words.friends.empty}</p>}
      <ul className="friends">
        {shown.map(({ label, at, state }, index) => (
          <li key={`${at} ${index}`}>
            <span className="min-w-0">
              <span className="block wrap-anywhere">{label ?? words.friends.unknown}</span>
              <Moment date={at} className="text-small text-muted" />
            </span>
            <span className="friend-state" data-state={state}>
              {words.friends[state]}
            </span>
          </li>
        ))}
      </ul>
      {toggle}
      {all > friends.length && <p className="text-small text-muted">{words.friends.newest(friends.length, all)}</p>}
      {friends.some(({ state }) => state === 'waiting') && (
        <p className="mt-2 text-small text-muted">{words.friends.waitingNotes[waits_for ?? 'signUp']}</p>
      )}
    </section>
  )
}
