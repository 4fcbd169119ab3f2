import { useEffect, useState } from 'react'
import { comma } from '#shared/values/comma.ts'
import { fill } from '#shared/values/language.ts'
import { site } from '#shared/site/site.ts'
import type { Place } from '#shared/joining/place.ts'
import { PLACE_SEEN } from '../../storage/forget-person.ts'
import { readStoredJson, writeStored } from '../../storage/storage.ts'
import { grouped } from '../../ui/grouped.ts'
import { ordinal } from '#shared/values/numbers.ts'
import { QueueLine } from '../thank-you/queue-line.tsx'

/** The place in line is unique; several people may share the position below it. */
export function PlaceTicket({ place }: { place: Place }) {
  const move = useMove(place)
  const { position, place_in_line: rank, ahead, state } = place
  const since = useSince(place)
  const { before, after, line } = site().place
  const number = `#${grouped(position)}`
  return (
    <div>
      <div className="ticket place-ticket">
        <p className="place-ticket-top">
          <span>{site().brand.name}</span>
          {state === 'waiting' && <span>{site().brand.opens}</span>}
        </p>
        <p className="ticket-words text-title">
          {before} <RollingNumber text={rank === null ? number : ordinal(rank)} /> {rank === null ? after : line.after}
        </p>
        {/* A new key restarts the animation. */}
        <div key={move?.number} className={move ? 'queue-moves' : undefined}>
          {/* An invited person is drawn at the first chair. */}
          <QueueLine position={state !== 'waiting' ? 1 : ahead === null ? position : ahead + 1} />
        </div>
        <InLine place={place} />
      </div>
      {rank !== null && <p className="mt-3 text-small text-muted">{fill(line.note, { position: number })}</p>}
      <p className="place-move" aria-hidden="true">
        {(move ?? since) && <span key={move?.number}>{move?.text ?? since}</span>}
      </p>
      <output className="sr-only">{move ? `${move.text} ${move.now}` : since}</output>
    </div>
  )
}

function InLine({ place }: { place: Place }) {
  const { place_in_line, ahead, behind, position } = place
  if (place_in_line === null) return <p className="place-stub">{site().place.noLine[place.state]}</p>
  const { line } = site().place
  return (
    <div className="place-stub">
      <p>
        {ahead ? fill(line.ahead, { people: ahead }) : line.first}
        <br />
        {behind ? fill(line.behind, { people: behind }) : ahead ? line.last : line.alone}
      </p>
      <p>
        {line.number} <span className="place-number">{`#${grouped(position)}`}</span>
      </p>
    </div>
  )
}

function RollingNumber({ text }: { text: string }) {
  const [shown, setShown] = useState({ text, before: text })
  if (text !== shown.text) setShown({ text, before: shown.text })
  const places = [...text].map((character, index) => {
    const fromEnd = text.length - index
    return { character, before: shown.before.at(-fromEnd) ?? '', fromEnd }
  })

  return (
    <span className="ticket-number" data-characters={text.length}>
      <span className="sr-only">{text}</span>
      <span aria-hidden="true">
        {places.map(({ character, before, fromEnd }) => (
          <span key={fromEnd} className={character === '#' ? 'roll ticket-hash' : 'roll'}>
            {before !== character && (
              <span key={`${before} ${shown.before}`} className="roll-out">
                {before}
              </span>
            )}
            <span key={character} className={before === character ? undefined : 'roll-in'}>
              {character}
            </span>
          </span>
        ))}
      </span>
    </span>
  )
}

type Moved = { number: number; text: string; now: string }

/** Null before the first change. */
function useMove(place: Place): Moved | null {
  const [seen, setSeen] = useState<{ place: Place; move: Moved | null }>({ place, move: null })
  if (seen.place !== place) {
    const text = moveBetween(seen.place, place)
    const number = (seen.move?.number ?? 0) + 1
    setSeen({ place, move: text ? { number, text, now: nowAt(place) } : seen.move })
  }
  return seen.move
}

function moveBetween(before: Place, after: Place): string | null {
  const places = before.position - after.position
  if (places > 0) return fill(site().place.moved.up, { places })
  return before.place_in_line === after.place_in_line && places === 0 ? null : site().place.moved.line
}

function nowAt({ position, place_in_line }: Place): string {
  const { now, nowInLine } = site().place.moved
  const number = `#${grouped(position)}`
  if (place_in_line === null) return fill(now, { position: number })
  return fill(nowInLine, { position: number, line: ordinal(place_in_line) })
}

/** A visitor who loads the page again within this time has not been away. */
const AWAY_MS = 10 * 60_000

type Seen = { code: string; at: number; position: number; referrals: number }

function useSince({ referral_code: code, position, referrals }: Place): string | null {
  const [since] = useState(() => {
    const seen = readStoredJson('localStorage', PLACE_SEEN) as Seen | null
    if (seen?.code !== code || Date.now() - seen.at < AWAY_MS) return null
    const [places, friends] = [seen.position - position, referrals - seen.referrals]
    const { moved } = site().place
    const news = [
      ...(places > 0 ? [fill(moved.places, { places })] : []),
      ...(friends > 0 ? [fill(moved.friends, { friends })] : []),
    ]
    return news.length > 0 ? fill(moved.since, { news: news.join(comma()) }) : null
  })

  useEffect(() => {
    const seen: Seen = { code, at: Date.now(), position, referrals }
    writeStored('localStorage', PLACE_SEEN, JSON.stringify(seen))
  }, [code, position, referrals])

  return since
}

export function NextFriend({ place: { position, place_in_line, next_friend } }: { place: Place }) {
  if (next_friend === null || place_in_line === null) return null
  const { next, line } = site().place
  if (position === next_friend.position && place_in_line === next_friend.place_in_line)
    return <p className="coupon text-body">{position === 1 ? next.front : next.none}</p>
  return (
    <p className="coupon">
      <span className="block text-small font-medium">{next.title}</span>{' '}
      <strong className="coupon-words">
        {fill(position === next_friend.position ? next.stays : next.moves, {
          position: `#${grouped(next_friend.position)}`,
          line: fill(line.title, { place: ordinal(next_friend.place_in_line) }),
        })}
      </strong>
    </p>
  )
}
