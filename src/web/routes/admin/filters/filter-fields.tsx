import type { ChartItem } from '#shared/summary.ts'
import { FilterSelect } from './filter-select.tsx'
import { MAIN_FILTERS, MORE_FILTERS } from './filter-words.ts'
import type { ChangeView } from '../view/use-view.ts'
import type { View } from '../view/view.ts'

export type FilterFieldsProps = {
  view: View
  /** The sources that the charts show. */
  sources: ChartItem[]
  onChange: ChangeView
}

/** A select for each filter. Those that are seldom needed unfold. */
export function FilterFields({ view, sources, onChange }: FilterFieldsProps) {
  const more = [
    { name: 'source', label: 'Source', choices: sources.map(({ name }) => ({ value: name, label: name })) } as const,
    ...MORE_FILTERS,
  ]
  return (
    <>
      {MAIN_FILTERS.map(({ name, ...select }) => (
        <FilterSelect
          key={name}
          {...select}
          value={view[name] ?? null}
          onChange={(value) => onChange({ [name]: value })}
        />
      ))}
      <details className="more-filters">
        <summary>More filters</summary>
        {more.map(({ name, ...select }) => (
          <FilterSelect
            key={name}
            {...select}
            all="All"
            value={view[name] ?? null}
            onChange={(value) => onChange({ [name]: value })}
          />
        ))}
      </details>
    </>
  )
}
