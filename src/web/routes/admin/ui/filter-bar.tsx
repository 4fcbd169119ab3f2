import { peopleWords, several } from './words.ts'
import type { ComponentProps } from 'react'
import { FilterFields, type FilterFieldsProps, SearchBox } from './filter-fields.tsx'
import { activeFilters } from './filter-words.ts'
import { noFilters, toPeople, type View } from '../state/view.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { CloseButton, Dialog } from '../../../ui/dialog.tsx'
import { FilterIcon } from '../../../ui/tool-icons.tsx'
import { flushSync } from 'react-dom'
import { type ChangeView, ViewLink } from '../state/use-view.tsx'
import { CloseIcon } from '../../../ui/icons.tsx'
import { takeLostFocus } from '../../../ui/take-lost-focus.ts'

type FilterBarProps = FilterFieldsProps & {
  /** Null while it is not known. */
  found: number | null
  unfolding?: { isOpen: boolean; toggle: () => void } | undefined
}

/** With `unfolding`, the button shows the filters below itself and not in a sheet. */
export function FilterBar({ found, unfolding, ...props }: FilterBarProps) {
  const { view, onChange } = props
  const active = activeFilters(view).length
  if (unfolding)
    return (
      <div className="filter-bar">
        <SearchBox view={view} onChange={onChange} />
        <FiltersButton active={active} aria-expanded={unfolding.isOpen} onClick={unfolding.toggle} />
      </div>
    )
  return (
    <div className="filter-bar">
      <SearchBox view={view} onChange={onChange} />
      <Dialog
        size="sheet"
        title="Filters"
        trigger={<FiltersButton active={active} />}
        foot={
          <>
            <Button onClick={() => onChange({ ...noFilters(), q: view.q })}>Remove all</Button>
            <CloseButton kind="primary" className="grow">
              {found === null ? 'Done' : `Done (${peopleWords(found)})`}
            </CloseButton>
          </>
        }
      >
        <div className="filters">
          <FilterFields {...props} />
        </div>
      </Dialog>
    </div>
  )
}

function FiltersButton({ active, ...button }: ComponentProps<typeof Button> & { active: number }) {
  return (
    <Button {...button} className="max-tablet:px-3">
      <FilterIcon />
      Filters
      {active > 0 && (
        <span className="[display:inline-grid] place-items-center min-w-5.5 h-5.5 px-1 rounded-[1rem] bg-velvet text-velvet-ink text-tiny font-semibold tabular-nums">
          {active}
          <span className="sr-only"> active</span>
        </span>
      )}
    </Button>
  )
}

export function FilterCard(props: FilterFieldsProps) {
  return (
    <section aria-labelledby="filters" className="panel filters">
      <h2 id="filters" className="panel-title">
        Filters
      </h2>
      <SearchBox view={props.view} onChange={props.onChange} />
      <FilterFields {...props} />
    </section>
  )
}

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
