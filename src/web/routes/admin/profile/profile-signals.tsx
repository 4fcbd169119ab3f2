import { useId } from 'react'
import type { EntrySignal } from '#shared/list/reviews.ts'
import { Moment } from './moment.tsx'

/** The signals that the rules noticed about a person. Renders nothing if there are none. */
export function ProfileSignals({ signals = [] }: { signals?: EntrySignal[] | undefined }) {
  const heading = useId()
  if (signals.length === 0) return null
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className="dialog-title">
        Signals
      </h3>
      <p className="text-small text-muted">A friend with one of these moves nobody up until you decide.</p>
      <ul className="answers">
        {signals.map(({ signal, reason, at }) => (
          <li key={signal} className="line">
            <p>This person {reason}.</p>
            <Moment date={at} />
          </li>
        ))}
      </ul>
    </section>
  )
}
