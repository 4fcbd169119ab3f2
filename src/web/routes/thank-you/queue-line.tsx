import { site } from '#shared/site/site.ts'
import { First, Waiting } from '../../ui/drawings/queue.tsx'

const SEATS_SHOWN = 4

export function QueueLine({ position }: { position: number | null }) {
  const ahead = Math.min((position ?? SEATS_SHOWN + 1) - 1, SEATS_SHOWN)
  const isLong = position !== null && position - 1 > SEATS_SHOWN
  return (
    <div className="queue-line" aria-hidden="true">
      {position !== null && position > 1 && (
        <span className="queue-own">
          {site().thankYou.you}
          <Waiting own className="queue-seat" />
        </span>
      )}
      {isLong && <span className="queue-gap" />}
      {Array.from({ length: Math.max(0, ahead - 1) }, (_, seat) => (
        <Waiting key={seat} className="queue-seat" />
      ))}
      <span className="queue-own">
        {position === 1 && site().thankYou.you}
        <First className="queue-chair" />
      </span>
    </div>
  )
}
