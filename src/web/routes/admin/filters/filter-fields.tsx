import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChartItem } from '#shared/list/summary.ts'
import { grouped } from '../../../ui/grouped.ts'
import { tagsQuery } from '../state/queries.ts'
import { FilterSelect } from './filter-select.tsx'
import { FilterText } from './filter-text.tsx'
import { mainFilters, moreFilters } from './filter-words.ts'
import type { ChangeView } from '../view/use-view.ts'
import { filtersOf, type View } from '../view/view.ts'
import { RANGE_CHOICES, rangeCaption } from './range-caption.ts'

export type FilterFieldsProps = {
  view: View
  /** The sources that the charts show. */
  sources: ChartItem[]
  onChange: ChangeView
}

/** A field for each filter. The rarely used ones are folded. */
export function FilterFields({ view, sources, onChange }: FilterFieldsProps) {
  const [isUnfolded, setUnfolded] = useState(false)
  const tags = useQuery({ ...tagsQuery, enabled: isUnfolded }).data ?? []
  const select = ({ name, ...filter }: Pick<ReturnType<typeof moreFilters>[number], 'name' | 'label' | 'choices'>) => (
    <FilterSelect
      key={name}
      all="All"
      {...filter}
      value={view[name] ?? null}
      onChange={(value) => onChange({ [name]: value })}
    />
  )
  return (
    <>
      {view.view === 'people' && <JoinedSelect view={view} onChange={onChange} />}
      {mainFilters().map(select)}
      <details className="more-filters" onToggle={({ currentTarget }) => setUnfolded(currentTarget.open)}>
        <summary>More filters</summary>
        {select({
          name: 'source',
          label: 'Source',
          choices: sources.map(({ name }) => ({ value: name, label: name })),
        })}
        <FilterText label="Medium" value={view.medium} onChange={(medium) => onChange({ medium })} />
        <FilterText label="Campaign" value={view.campaign} onChange={(campaign) => onChange({ campaign })} />
        {select({
          name: 'tag',
          label: 'Tag',
          choices: tags.map(({ tag, entries }) => ({ value: tag, label: `${tag} (${grouped(entries)})` })),
        })}
        {moreFilters().map(select)}
      </details>
    </>
  )
}

function JoinedSelect({ view, onChange }: Pick<FilterFieldsProps, 'view' | 'onChange'>) {
  return (
    <FilterSelect
      label="Joined"
      all="Any time"
      choices={RANGE_CHOICES}
      value={view.from ? rangeCaption(filtersOf(view)) : view.range}
      onChange={(range) => onChange({ range: range as View['range'], from: null, to: null })}
    />
  )
}
