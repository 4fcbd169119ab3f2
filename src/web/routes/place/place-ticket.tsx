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

/** The ticket with the live position. Its stub shows the place in line, which is unique. */
export function PlaceTicket({ place, move }: PlaceTicketProps) {
  const { position, ahead, state } = place
  const since = useSince(place)
  return (
    <div>
      <div className="ticket place-ticket">
        <p className="place-ticket-top">
          <span>{site().brand.name}</span>
          <span>Opens {site().brand.launch}</span>
        </p>
        <p className="ticket-words text-title">
          {site().place.before} <RollingNumber text={`#${grouped(position)}`} /> {site().place.after}
        </p>
        {/* A new key restarts the animation. */}
        <div key={move?.number} className={move ? 'queue-moves' : undefined}>
          {/* An invited person is drawn at the first chair. */}
          <QueueLine position={state !== 'waiting' ? 1 : ahead === null ? position : ahead + 1} />
        </div>
        <InLine place={place} />
      </div>
      {place.place_in_line !== null && <p className="mt-3 text-small text-muted">{site().place.line.note}</p>}
      <p className="place-move" aria-hidden="true">
        {(move ?? since) && <span key={move?.number}>{move?.text ?? since}</span>}
      </p>
      <output className="sr-only">{move ? `${move.text} ${move.now}` : since}</output>
    </div>
  )
}

function InLine({ place }: { place: Place }) {
  const { place_in_line, ahead, behind } = place
  if (place_in_line === null) return <p className="place-stub">{site().place.noLine[place.state]}</p>
  const { line } = site().place
  return (
    <div className="place-stub">
      <p className="place-stub-rank">{fill(line.title, { place: ordinal(place_in_line) })}</p>
      <p>
        {ahead ? fill(line.ahead, { people: ahead }) : line.first}
        <br />
        {behind ? fill(line.behind, { people: behind }) : ahead ? line.last : line.alone}
      </p>
    </div>
  )
}
