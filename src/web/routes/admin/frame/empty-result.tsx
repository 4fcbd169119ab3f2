import type { Filters } from '#shared/filters.ts'
import { buttonStyle } from '../../../ui/button.ts'
import { activeFilters } from '../filters/filter-words.ts'
import { rangeCaption } from '../filters/range-caption.ts'
import { ChairNote } from '../ui/chair-note.tsx'
import type { ChangeView } from '../view/use-view.ts'
import { NO_FILTERS, type View } from '../view/view.ts'

const ALWAYS: Partial<View> = { range: 'all', from: null, to: null }

type EmptyResultProps = { view: View; filters: Partial<Filters>; isWhenever: boolean; onChange: ChangeView }

/** In place of charts of zeros: why nobody is here, and the one step that most likely finds somebody. */
export function EmptyResult({ view, filters, isWhenever, onChange }: EmptyResultProps) {
  const { range, from, to } = view
  const hasFilters = activeFilters(view).length > 0
  const isNarrowed = hasFilters || view.q.trim() !== ''
  const isLimited = !isWhenever && (from !== null || range !== 'all')
  const where = isLimited ? timeWords(filters) : 'on the list'
  const change: Partial<View> = isLimited ? ALWAYS : { ...NO_FILTERS, range, from, to }
  return (
    <section aria-label="Nobody here" className="panel empty-result">
      <ChairNote>
        <span className="mb-3 block">{isNarrowed ? `Nobody ${where} matches this.` : `Nobody joined ${where}.`}</span>
        <button type="button" onClick={() => onChange(change)} className={buttonStyle('primary', 'tool-button')}>
          {isLimited ? 'Look in all time' : hasFilters ? 'Remove all filters' : 'Clear the search'}
        </button>
      </ChairNote>
    </section>
  )
}

/** 'in the last 30 days', 'on the chosen days (3 – 9 May 2025)'. */
function timeWords(filters: Partial<Filters>): string {
  const range = rangeCaption(filters)
  return filters.from ? `on the chosen days (${range})` : `in the ${range.charAt(0).toLowerCase()}${range.slice(1)}`
}
