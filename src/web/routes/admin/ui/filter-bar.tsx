import { peopleWords } from './words.ts'
import type { ComponentProps } from 'react'
import { FilterFields, type FilterFieldsProps, SearchBox } from './filter-fields.tsx'
import { activeFilters } from './filter-words.ts'
import { noFilters } from '../state/view.ts'
import { Button } from '../../../ui/button.tsx'
import { CloseButton, Dialog } from '../../../ui/dialog.tsx'
import { FilterIcon } from '../../../ui/tool-icons.tsx'

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
