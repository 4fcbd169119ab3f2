import type { ChangeView } from '../view/use-view.ts'
import { noFilters } from '../view/view.ts'

export function ResetFilters({ onChange, className }: { onChange: ChangeView; className: string }) {
  return (
    <button type="button" onClick={() => onChange(noFilters())} className={className}>
      Reset Filters
    </button>
  )
}
