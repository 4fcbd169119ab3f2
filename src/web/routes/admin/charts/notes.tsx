import { several } from '../ui/words.ts'
import type { Questionable as Counts, Uncounted } from '#shared/list/summary.ts'
import { goTo } from '../state/use-view.tsx'
import type { View } from '../state/view.ts'
import { Button } from '../../../ui/button.tsx'
import { grouped } from '../../../ui/grouped.ts'

export function NotCounted({ uncounted }: { uncounted: Uncounted | null }) {
  if (!uncounted || uncounted.joins + uncounted.missing === 0) return null
  const { joins, seconds, missing } = uncounted
  return (
    <output className="flex flex-wrap gap-y-0 gap-x-3 text-muted text-small">
      {joins > 0 && (
        <span>
          {several(joins, 'join is', 'joins are')} not counted yet
          {seconds >= 60 && ` (waiting for ${Math.floor(seconds / 60)} min). The server's log may say why.`}
        </span>
      )}
      {missing > 0 && (
        <span>
          {several(missing, 'person is', 'people are')} missing here because something fails with them.{' '}
          <code>npm run verify</code> names them.
        </span>
      )}
    </output>
  )
}

export function Questionable({ view, questionable }: { view: View; questionable: Counts | null }) {
  if (!questionable || view.doubtful || view.rejected) return null
  const { doubtful, rejected } = questionable
  const parts = [
    ...(doubtful > 0 ? [`${grouped(doubtful)} doubtful`] : []),
    ...(rejected > 0 ? [`${grouped(rejected)} rejected`] : []),
  ]
  if (parts.length === 0) return null
  return (
    <p className="questionable flex flex-wrap items-center gap-y-0 gap-x-3 -my-3 text-muted text-small max-tablet:-my-2">
      Includes {parts.join(', ')}
      <Button kind="text" onClick={() => goTo({ doubtful: 'no', rejected: 'no' })}>
        Leave out
      </Button>
    </p>
  )
}
