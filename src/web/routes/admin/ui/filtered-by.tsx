import { several } from './words.ts'
import { flushSync } from 'react-dom'
import { activeFilters } from './filter-words.ts'
import { type ChangeView, ViewLink } from '../state/use-view.tsx'
import { type View, noFilters, toPeople } from '../state/view.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { CloseIcon } from '../../../ui/icons.tsx'
import { takeLostFocus } from '../../../ui/take-lost-focus.ts'

type FilteredByProps = {
  view: View
  /** Null while it is not known. */
  found: number | null
  /** The search names people, so the range does not apply. */
  isWhenever: boolean
  onChange: ChangeView
}

export function FilteredBy({ view, found, isWhenever, onChange }: FilteredByProps) {
  const active = activeFilters(view)
  const isSearch = view.q.trim() !== ''
  if (active.length === 0 && !isSearch) return null
  const people = toPeople(view)
  const isPeople = view.view === 'people'
  const isList = isPeople || view.tab === 'submissions'
  return (
    <section aria-labelledby="filtered-by" className="filtered-by">
      <h2 id="filtered-by" className="sr-only">
        Filtered by
      </h2>
      <p className="found">
        <output>
          {found === null ? 'Searching...' : foundWords(found)}
          {isWhenever && Boolean(found) && <span className="font-normal text-muted"> in all time</span>}
        </output>
        {found !== null && found > 0 && !isList && <ViewLink to={people}>Show them</ViewLink>}
        {(!isPeople || active.length > 0) && (
          <ResetFilters onChange={onChange} className={buttonClass('text', isPeople ? '' : 'ml-auto tablet:hidden')} />
        )}
      </p>
      {active.length > 0 && <FilterChips active={active} onChange={onChange} />}
    </section>
  )
}

function FilterChips({ active, onChange }: { active: ReturnType<typeof activeFilters>; onChange: ChangeView }) {
  function remove(name: string) {
    flushSync(() => onChange({ [name]: null, ...(name === 'range' && { from: null, to: null }) }))
    takeLostFocus(document.querySelector<HTMLElement>('.filter-chip') ?? document.getElementById('content'))
  }

  return (
    <ul className="flex flex-wrap gap-1">
      {active.map(({ name, words }) => (
        <li key={name} className="min-w-0">
          <Button kind="segment" className="filter-chip print:inline-flex!" data-chosen onClick={() => remove(name)}>
            <span className="truncate">{words}</span>
            <CloseIcon />
            <span className="sr-only">Remove this filter</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}

function foundWords(found: number): string {
  if (found === 0) return 'Nobody found'
  return several(found, 'person found', 'people found')
}

export function ResetFilters({ onChange, className }: { onChange: ChangeView; className: string }) {
  return (
    <button type="button" onClick={() => onChange(noFilters())} className={className}>
      Reset Filters
    </button>
  )
}
