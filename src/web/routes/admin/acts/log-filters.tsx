import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { ACT_KINDS } from '#shared/list/act-requests.ts'
import { accountNamesQuery } from '../accounts/queries.ts'
import { FilterSelect } from '../filters/filter-select.tsx'
import type { SectionProps } from '../view/section-props.ts'
import { KIND_WORDS } from './act-words.ts'
import type { LogFilters as Filters } from './queries.ts'

/** The filters of the log in the page's address. */
export function logFiltersOf({ by, did, on }: SectionProps['view']): Filters {
  return { ...(by && { account: by }), ...(did && { kind: did }), ...(on && { day: on }) }
}

/** Filters the log by account, kind and day. */
export function LogFilters({ view, onChange }: Pick<SectionProps, 'view' | 'onChange'>) {
  const { data: accounts = [] } = useQuery(accountNamesQuery)
  const id = useId()
  return (
    <div className="log-filters">
      <FilterSelect
        label="By"
        all="Everybody"
        choices={accounts.map(({ id: value, name }) => ({ value, label: name }))}
        value={view.by}
        onChange={(by) => onChange({ by })}
      />
      <FilterSelect
        label="What"
        all="Everything"
        choices={ACT_KINDS.map((value) => ({ value, label: KIND_WORDS[value] }))}
        value={view.did}
        onChange={(did) => onChange({ did })}
      />
      <div>
        <label htmlFor={id} className="filter-label">
          Day
        </label>
        <input
          id={id}
          type="date"
          value={view.on ?? ''}
          onChange={(event) => onChange({ on: event.target.value || null })}
          className="filter-field"
        />
      </div>
    </div>
  )
}
