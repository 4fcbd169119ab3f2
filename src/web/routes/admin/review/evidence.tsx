import type { CSSProperties } from 'react'
import type { ReviewGroup } from '#shared/reviews.ts'
import { grouped } from '../../../ui/grouped.ts'

/** What speaks against a group, the weightiest first, each with how many of them have it. */
export function Evidence({ group: { signals, entries } }: { group: ReviewGroup }) {
  if (signals.length === 0) return <p>You held them yourself.</p>
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
