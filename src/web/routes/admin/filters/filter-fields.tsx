import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChartItem } from '#shared/list/summary.ts'
import { grouped } from '../../../ui/grouped.ts'
import { tagsQuery } from '../state/queries.ts'
import { Segments } from '../../../ui/segments.tsx'
import { Select } from '../../../ui/select.tsx'
import { FilterText } from './filter-text.tsx'
import { FRIENDS_FILTER, mainFilters, moreFilters } from './filter-words.ts'
import type { ChangeView } from '../view/use-view.ts'
import { filtersOf, type View } from '../view/view.ts'
import { RANGE_CHOICES, rangeCaption } from './range-caption.ts'

export type FilterFieldsProps = {
  view: View
  /** The sources that the charts show. */
  sources: ChartItem[]
  onChange: ChangeView
}

/** A field for each filter, with the choices that are asked most as buttons. The rarely used ones are folded. */
export function FilterFields({ view, sources, onChange }: FilterFieldsProps) {
  const [isUnfolded, setUnfolded] = useState(false)
  const tags = useQuery({ ...tagsQuery, enabled: isUnfolded }).data ?? []
  const select = ({
    name,
    label,
    choices,
  }: Pick<ReturnType<typeof moreFilters>[number], 'name' | 'label' | 'choices'>) => (
    <Select<string | null>
      key={name}
      label={label}
      options={[{ value: null, label: 'All' }, ...choices]}
      value={view[name] ?? null}
      onValueChange={(value) => onChange({ [name]: value })}
    />
  )
  const choose = ({ name, label, choices }: Parameters<typeof select>[0]) => (
    <div key={name}>
      <p aria-hidden="true" className="filter-label">
        {label}
      </p>
      <Segments
        label={label}
        options={choices}
        value={(view[name] as string | null) ?? null}
        onChange={(value) => onChange({ [name]: view[name] === value ? null : value })}
      />
    </div>
  )
  return (
    <>
      {view.view === 'people' && <JoinedSelect view={view} onChange={onChange} />}
      {mainFilters().map((filter) =>
        view.view === 'people' && filter.choices.length <= MOST_BUTTONS ? choose(filter) : select(filter),
      )}
      {view.view === 'people' && choose(FRIENDS_FILTER)}
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
        {view.view !== 'people' && select(FRIENDS_FILTER)}
        {moreFilters().map(select)}
      </details>
    </>
  )
}

/** More choices than these are in a list. */
const MOST_BUTTONS = 8

function JoinedSelect({ view, onChange }: Pick<FilterFieldsProps, 'view' | 'onChange'>) {
  return (
    <Select<string | null>
      label="Joined"
      options={[{ value: null, label: 'Any time' }, ...RANGE_CHOICES]}
      value={view.from ? rangeCaption(filtersOf(view)) : view.range}
      onValueChange={(range) => onChange({ range: range as View['range'], from: null, to: null })}
    />
  )
}
