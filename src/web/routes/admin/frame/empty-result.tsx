import type { Filters } from '#shared/list/filters.ts'
import { toSearch } from '#shared/list/search.ts'
import { ordinal } from '../../../ui/ordinal.ts'
import { activeFilters } from '../filters/filter-words.ts'
import { rangeCaption } from '../filters/range-caption.ts'
import type { ChangeView } from '../view/use-view.ts'
import { launchOrderFrom } from '../view/launch-order.ts'
import { noFilters, rangeOf, type View } from '../view/view.ts'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/query-state.tsx'

const ALWAYS: Partial<View> = { range: 'all', from: null, to: null }

type EmptyResultProps = { view: View; filters: Partial<Filters>; isWhenever: boolean; onChange: ChangeView }

/** Replaces charts of zeros. Says why nobody was found, and offers the step that most likely finds somebody. */
export function EmptyResult({ view, filters, isWhenever, onChange }: EmptyResultProps) {
  const isLimited = !isWhenever && (view.from !== null || rangeOf(view) !== 'all')
  const isNarrowed = activeFilters(view).length > 0 || view.q.trim() !== ''
  const where = isLimited ? timeWords(filters) : 'on the list'
  const { label, change } = isLimited ? { label: 'Search all time', change: ALWAYS } : stepBack(view)
  return (
    <section aria-label="No submissions found" className="panel empty-result">
      <Empty>
        <strong className="block">No submissions found</strong>
        <span className="mb-3 block text-muted">
          {isNarrowed ? `Nobody ${where} matches this.` : `Nobody joined ${where}.`}
        </span>
        <Button kind="primary" onClick={() => onChange(change)}>
          {label}
        </Button>
      </Empty>
    </section>
  )
}

function stepBack(view: View): { label: string; change: Partial<View> } {
  const { range, from, to, q } = view
  const unfiltered = { ...noFilters(), range, from, to }
  if (activeFilters(view).length > 0) return { label: 'Remove all filters', change: unfiltered }
  const search = toSearch(q)
  // Not every number is a position: people who moved up left gaps.
  if ('position' in search) {
    const place = String(search.position)
    const change: Partial<View> = { ...unfiltered, ...launchOrderFrom(place), view: 'people' }
    return { label: `Show the line from ${ordinal(search.position)}`, change }
  }
  return { label: 'Clear the search', change: unfiltered }
}

/** For example 'in the last 30 days', or 'on the chosen days (3 – 9 May 2025)'. */
function timeWords(filters: Partial<Filters>): string {
  const range = rangeCaption(filters)
  return filters.from ? `on the chosen days (${range})` : `in the ${range.charAt(0).toLowerCase()}${range.slice(1)}`
}
