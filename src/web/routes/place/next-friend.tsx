import { fill } from '#shared/values/fill.ts'
import { site } from '#shared/site/site.ts'
import type { Place } from '#shared/joining/place.ts'
import { grouped } from '../../ui/grouped.ts'
import { ordinal } from '../../ui/ordinal.ts'

/** A coupon that shows the place to which the next friend would move this person. */
export function NextFriend({ place: { position, place_in_line, next_friend } }: { place: Place }) {
  if (next_friend === null || place_in_line === null) return null
  const { next, line } = site().place
  const there = fill(line.title, { place: ordinal(next_friend.place_in_line) })
  if (position === next_friend.position && place_in_line === next_friend.place_in_line)
    return <p className="coupon text-body">{position === 1 ? next.front : next.none}</p>
  return (
    <p className="coupon">
      <span className="block text-small font-medium">{next.title}</span>{' '}
      <strong className="coupon-words">
        {fill(position === next_friend.position ? next.stays : next.moves, {
          position: `#${grouped(next_friend.position)}`,
          line: there,
        })}
      </strong>
    </p>
  )
}
