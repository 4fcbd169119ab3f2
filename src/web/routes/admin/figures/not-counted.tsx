import type { Uncounted } from '#shared/list/summary.ts'
import { grouped } from '../../../ui/grouped.ts'

/** Says how many people the lists and figures lack. Renders nothing if none are missing. */
export function NotCounted({ uncounted }: { uncounted: Uncounted | null }) {
  if (!uncounted || uncounted.joins + uncounted.missing === 0) return null
  const { joins, seconds, missing } = uncounted
  return (
    <output className="not-counted">
      {joins > 0 && (
        <span>
          {joins === 1 ? '1 join is' : `${grouped(joins)} joins are`} not counted yet
          {seconds >= 60 && ` (waiting for ${Math.floor(seconds / 60)} min). The server's log may say why.`}
        </span>
      )}
      {missing > 0 && (
        <span>
          {missing === 1 ? '1 person is' : `${grouped(missing)} people are`} missing here because something fails with
          them. <code>npm run verify</code> names them.
        </span>
      )}
    </output>
  )
}
