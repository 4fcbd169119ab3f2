import { site } from '#shared/site/site.ts'
import { grouped } from '../../ui/grouped.ts'
import { QueueLine } from './queue-line.tsx'

/** The number is as large as the card allows, from one digit to seven. */
export function PositionTicket({ position }: { position: number | null }) {
  return (
    <div className="ticket">
      {position === null ? (
        <p className="ticket-words text-display">
          {site().thankYou.before} {site().thankYou.after}
        </p>
      ) : (
        <p className="ticket-words text-title">
          {site().thankYou.before} <TicketNumber text={`#${grouped(position)}`} /> {site().thankYou.after}
        </p>
      )}
      <QueueLine position={position} />
      <p className="ticket-stub">
        <span>{site().brand.name}</span>
        <span>{site().brand.opens}</span>
      </p>
    </div>
  )
}

function TicketNumber({ text }: { text: string }) {
  return (
    <span className="ticket-number" data-characters={text.length}>
      <span className="ticket-hash">#</span>
      {text.slice(1)}
    </span>
  )
}
