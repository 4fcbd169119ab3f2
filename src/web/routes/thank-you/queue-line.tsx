import { site } from '#shared/site/site.ts'
import { FirstChair } from '../../ui/drawings/first-chair.tsx'
import { Comb } from '../../ui/drawings/tools.tsx'
import { WaitingChair } from '../../ui/drawings/waiting-chair.tsx'

const SEATS_SHOWN = 4

export function QueueLine({ position }: { position: number | null }) {
  const ahead = Math.min((position ?? SEATS_SHOWN + 1) - 1, SEATS_SHOWN)
  const isLong = position !== null && position - 1 > SEATS_SHOWN
  return (
    <div className="queue-line" aria-hidden="true">
      {position !== null && position > 1 && (
        <span className="queue-own">
          {site().thankYou.you}
          <WaitingChair className="queue-seat">
            <Comb />
          </WaitingChair>
        </span>
      )}
      {isLong && <span className="queue-gap" />}
      {Array.from({ length: Math.max(0, ahead - 1) }, (_, seat) => (
        <WaitingChair key={seat} className="queue-seat" />
      ))}
      <span className="queue-own">
        {position === 1 && site().thankYou.you}
        <FirstChair className="queue-chair" />
      </span>
    </div>
  )
}
