import type { CSSProperties } from 'react'
import { brand } from '#site/brand.ts'
import { grouped } from '../../ui/grouped.ts'
import { QueueLine } from './queue-line.tsx'

/** The ticket from the counter: the number as large as its card allows, one digit or ten. */
export function PositionTicket({ position }: { position: number | null }) {
  if (position === null) {
    return (
      <div className="ticket">
        <p className="font-display text-heading font-medium">You're on our waitlist</p>
        <QueueLine position={null} />
      </div>
    )
  }
  const number = `#${grouped(position)}`
  return (
    <div className="ticket">
      <p className="font-display text-title font-medium">
        You're{' '}
        <span className="ticket-number" style={{ '--characters': number.length } as CSSProperties}>
          {number}
        </span>{' '}
        on our waitlist
      </p>
      <QueueLine position={position} />
      <p className="ticket-stub">
        <span>{brand.name}</span>
        <span>{brand.launch}</span>
      </p>
    </div>
  )
}
