import { FilterFields, type FilterFieldsProps } from './filter-fields.tsx'
import { SearchBox } from './search-box.tsx'

/** The search and all filters, beside the tabs. */
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
