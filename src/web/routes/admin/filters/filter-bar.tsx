import { Dialog } from '@base-ui/react/dialog'
import { useRef } from 'react'
import { buttonStyle } from '../../../ui/button.ts'
import { grouped } from '../../../ui/grouped.ts'
import { CloseIcon } from '../../../ui/icons.tsx'
import { FilterIcon } from '../ui/icons.tsx'
import { PopupHome } from '../ui/popup-home.ts'
import { noFilters } from '../view/view.ts'
import { FilterFields, type FilterFieldsProps } from './filter-fields.tsx'
import { activeFilters } from './filter-words.ts'
import { SearchBox } from './search-box.tsx'

type FilterBarProps = FilterFieldsProps & {
  /** The number of people that the filters leave; null while it is not known. */
  found: number | null
}

/** Replaces the filter card on narrow screens: the search, and a button for a sheet with the filters. */
export function FilterBar({ found, ...props }: FilterBarProps) {
  const { view, onChange } = props
  const sheet = useRef<HTMLDivElement>(null)
  return (
    <div className="filter-bar">
      <SearchBox view={view} onChange={onChange} />
      <Dialog.Root>
        <FiltersButton active={activeFilters(view).length} />
        <Dialog.Portal>
          <Dialog.Backdrop className="dialog-backdrop" />
          <Dialog.Popup ref={sheet} className="dialog sheet">
            <div className="dialog-head">
              <Dialog.Title className="text-title">Filters</Dialog.Title>
              <Dialog.Close aria-label="Close" className="icon-button">
                <CloseIcon />
              </Dialog.Close>
            </div>
            <div className="dialog-body filters">
              <PopupHome value={sheet}>
                <FilterFields {...props} />
              </PopupHome>
            </div>
            <SheetFoot view={view} found={found} onChange={onChange} />
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </div>
  )
}

/** `active`: the number of filters that are set. */
function FiltersButton({ active }: { active: number }) {
  return (
    <Dialog.Trigger className={buttonStyle('quiet', 'tool-button max-tablet:px-3')}>
      <FilterIcon />
      Filters
      {active > 0 && (
        <span className="count-mark">
          {active}
          <span className="sr-only"> active</span>
        </span>
      )}
    </Dialog.Trigger>
  )
}

function SheetFoot({ view, found, onChange }: Pick<FilterBarProps, 'view' | 'found' | 'onChange'>) {
  return (
    <div className="sheet-foot">
      <button
        type="button"
        onClick={() => onChange({ ...noFilters(), q: view.q })}
        className={buttonStyle('quiet', 'tool-button')}
      >
        Remove all
      </button>
      <Dialog.Close className={buttonStyle('primary', 'tool-button grow')}>
        {found === null ? 'Done' : `Done (${grouped(found)} ${found === 1 ? 'person' : 'people'})`}
      </Dialog.Close>
    </div>
  )
}
