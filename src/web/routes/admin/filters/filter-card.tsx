import { FilterFields, type FilterFieldsProps } from './filter-fields.tsx'
import { SearchBox } from './search-box.tsx'

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
