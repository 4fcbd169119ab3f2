import type { CSSProperties } from 'react'
import type { ReviewGroup } from '#shared/reviews.ts'
import { grouped } from '../../../ui/grouped.ts'

type Signal = ReviewGroup['signals'][number]

/** What speaks against a group, the weightiest first, each with how many of them have it. What is weak unfolds. */
export function Evidence({ group: { signals, entries } }: { group: ReviewGroup }) {
  if (signals.length === 0) return <p>You held them yourself.</p>
  const strong = signals.filter(({ is_weak }) => !is_weak)
  const weak = signals.filter(({ is_weak }) => is_weak)
  if (strong.length === 0) return <Signals signals={weak} entries={entries} />
  return (
    <div>
      <Signals signals={strong} entries={entries} />
      {weak.length > 0 && (
        <details className="evidence-weak">
          <summary>{weak.length === 1 ? '1 weaker sign' : `${weak.length} weaker signs`}</summary>
          <Signals signals={weak} entries={entries} />
        </details>
      )}
    </div>
  )
}

function Signals({ signals, entries }: { signals: Signal[]; entries: number }) {
  return (
    <ul aria-label="What speaks against them" className="evidence">
      {signals.map(({ signal, reason, entries: having }) => (
        <li key={signal} style={{ '--share': having / entries } as CSSProperties}>
          <strong>{having === entries && entries > 1 ? `All ${grouped(having)}` : grouped(having)}</strong> {reason}
        </li>
      ))}
    </ul>
  )
}
