import type { Questionable as Counts } from '#shared/list/summary.ts'
import { grouped } from '../../../ui/grouped.ts'
import type { ChangeView } from '../view/use-view.ts'
import type { View } from '../view/view.ts'
import { Button } from '../../../ui/button.tsx'

type QuestionableProps = { view: View; questionable: Counts | null; onChange: ChangeView }

/**
 * Says that the figures include people who may not be real, with a button that leaves them out. Renders nothing if a
 * filter already decides that.
 */
export function Questionable({ view, questionable, onChange }: QuestionableProps) {
  if (!questionable || view.doubtful || view.rejected) return null
  const { doubtful, rejected } = questionable
  const parts = [
    ...(doubtful > 0 ? [`${grouped(doubtful)} doubtful`] : []),
    ...(rejected > 0 ? [`${grouped(rejected)} rejected`] : []),
  ]
  if (parts.length === 0) return null
  return (
    <p className="questionable">
      Includes {parts.join(', ')}
      <Button kind="text" onClick={() => onChange({ doubtful: 'no', rejected: 'no' })}>
        Leave out
      </Button>
    </p>
  )
}
