import type { CSSProperties } from 'react'
import type { LaunchDay, Stages } from '#shared/list/launch-day.ts'
import { grouped } from '../../../ui/grouped.ts'
import { StageBar } from './stage-bar.tsx'
import { invitedOf } from './words.ts'

const FIGURES: { stage: keyof Stages; label: string }[] = [
  { stage: 'waiting', label: 'Waiting' },
  { stage: 'sent', label: 'Sent' },
  { stage: 'opened', label: 'Opened' },
  { stage: 'ended', label: 'Ended' },
  { stage: 'called_back', label: 'Called back' },
  { stage: 'dropped', label: 'Left out' },
]

/** The number of people who accepted, and the number of invitations in each other stage. */
export function DayBoard({ sums }: Pick<LaunchDay, 'sums'>) {
  const open = sums.waiting + sums.sent + sums.opened
  const shown = FIGURES.filter(({ stage }) => sums[stage] > 0 || !['called_back', 'dropped'].includes(stage))
  return (
    <section aria-labelledby="day-accepted" className="day-board">
      <h3 id="day-accepted" className="day-accepted">
        <span className="day-number" style={{ '--characters': grouped(sums.accepted).length } as CSSProperties}>
          {grouped(sums.accepted)}
        </span>{' '}
        accepted
      </h3>
      <p className="day-of">
        Of {grouped(invitedOf(sums))} invited. {grouped(open)} {open === 1 ? 'seat is' : 'seats are'} still open.
      </p>
      <StageBar stages={sums} />
      <dl className="day-figures">
        {shown.map(({ stage, label }) => (
          <div key={stage}>
            <dt>
              <span className="day-key" data-stage={stage} aria-hidden="true" />
              {label}
            </dt>
            <dd>{grouped(sums[stage])}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
