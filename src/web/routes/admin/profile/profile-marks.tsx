import { useId } from 'react'
import type { EntryMark } from '#shared/list/reviews.ts'

/** What the join itself showed. Renders nothing if there is nothing. */
export function ProfileMarks({ marks = [] }: { marks?: EntryMark[] | undefined }) {
  const heading = useId()
  if (marks.length === 0) return null
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className="dialog-title">
        Marks
      </h3>
      <p className="text-small text-muted">A friend with a mark counts once you accept them.</p>
      <ul className="answers">
        {marks.map(({ mark, reason }) => (
          <li key={mark} className="line">
            <p>This person {reason}.</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
