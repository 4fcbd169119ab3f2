import { fill } from '#shared/values/fill.ts'
import { site } from '#shared/site/site.ts'
import type { Place } from '#shared/joining/place.ts'
import { grouped } from '../../ui/grouped.ts'
import { ordinal } from '../../ui/ordinal.ts'
import { QueueLine } from '../thank-you/queue-line.tsx'
import { RollingNumber } from './rolling-number.tsx'
import type { LiveMove } from './use-move.ts'
import { useSince } from './use-since.ts'

type PlaceTicketProps = { place: Place; move: LiveMove | null }

/**
 * The ticket with the live place in line, which is unique, and below it the position, which several people may share.
 * Without a place in line, it shows the position alone.
 */
export function PlaceTicket({ place, move }: PlaceTicketProps) {
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
