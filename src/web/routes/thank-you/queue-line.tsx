import { ChairMark } from '../../ui/drawings/chair-mark.tsx'

const SEATS = 5

/** The way from one's own seat to the first chair: the real seats when they are few, else the ends of the queue. */
export function QueueLine({ position }: { position: number | null }) {
  const seats = position === null ? SEATS : Math.min(position, SEATS)
  const own = position === null ? null : seats - 1
  return (
    <div className="ticket-queue" aria-hidden="true">
      {Array.from({ length: seats }, (_, seat) => (
        <span key={seat} className={seat === own ? 'ticket-seat ticket-seat-own' : 'ticket-seat'}>
          {seat === 0 ? <ChairMark className="h-12 w-auto" /> : <span className="ticket-stool" />}
        </span>
      ))}
    </div>
  )
}
