import type { ChangeView } from '../view/use-view.ts'
import { NO_FILTERS } from '../view/view.ts'

export function ResetFilters({ onChange, className }: { onChange: ChangeView; className: string }) {
  return (
    <button type="button" onClick={() => onChange(NO_FILTERS)} className={className}>
      Reset Filters
    </button>
  )
}
