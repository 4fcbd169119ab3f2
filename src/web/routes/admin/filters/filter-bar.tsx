import type { ComponentProps } from 'react'
import { grouped } from '../../../ui/grouped.ts'
import { FilterIcon } from '../../../ui/tool-icons.tsx'
import { noFilters } from '../view/view.ts'
import { FilterFields, type FilterFieldsProps } from './filter-fields.tsx'
import { activeFilters } from './filter-words.ts'
import { SearchBox } from './search-box.tsx'
import { Button } from '../../../ui/button.tsx'
import { CloseButton, Dialog } from '../../../ui/dialog.tsx'

type FilterBarProps = FilterFieldsProps & {
  /** The number of people that the filters leave; null while it is not known. */
  found: number | null
  unfolding?: { isOpen: boolean; toggle: () => void } | undefined
}

/**
 * Replaces the filter card: the search, and a button for a sheet with the filters. With `unfolding`, the button shows
 * them below itself instead.
 */
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
        foot={<SheetFoot view={view} found={found} onChange={onChange} />}
      >
        <div className="filters">
          <FilterFields {...props} />
        </div>
      </Dialog>
    </div>
  )
}

/** `active`: the number of filters that are set. */
function FiltersButton({ active, ...button }: ComponentProps<typeof Button> & { active: number }) {
  return (
    <Button {...button} className="max-tablet:px-3">
      <FilterIcon />
      Filters
      {active > 0 && (
        <span className="count-mark">
          {active}
          <span className="sr-only"> active</span>
        </span>
      )}
    </Button>
  )
}

function SheetFoot({ view, found, onChange }: Pick<FilterBarProps, 'view' | 'found' | 'onChange'>) {
  return (
    <>
      <Button onClick={() => onChange({ ...noFilters(), q: view.q })}>Remove all</Button>
      <CloseButton kind="primary" className="grow">
        {found === null ? 'Done' : `Done (${grouped(found)} ${found === 1 ? 'person' : 'people'})`}
      </CloseButton>
    </>
  )
}
