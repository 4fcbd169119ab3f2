import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ChartItem } from '#shared/list/summary.ts'
import { MAX_LENGTH } from '#shared/values/text.ts'
import { FRIENDS_FILTER, mainFilters, moreFilters } from './filter-words.ts'
import { RANGE_CHOICES, rangeCaption } from './range-caption.ts'
import { tagsQuery } from '../state/queries.ts'
import { SearchField } from '../ui/search-field.tsx'
import type { ChangeView } from '../view/use-view.ts'
import { type View, filtersOf } from '../view/view.ts'
import { Field } from '../../../ui/field.tsx'
import { grouped } from '../../../ui/grouped.ts'
import { Segments } from '../../../ui/segments.tsx'
import { Select } from '../../../ui/select.tsx'

export type FilterFieldsProps = {
  view: View
  sources: ChartItem[]
  onChange: ChangeView
}

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
  const isPeople = view.view === 'people'
  const isQuick = ({ name }: { name: string }) => isPeople && QUICK.includes(name)
  return (
    <>
      {isPeople && <JoinedSelect view={view} onChange={onChange} />}
      {mainFilters().map((filter) =>
        isPeople && filter.choices.length <= MOST_BUTTONS ? choose(filter) : select(filter),
      )}
      {isPeople && [FRIENDS_FILTER, ...moreFilters().filter(isQuick)].map(choose)}
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
        {!isPeople && select(FRIENDS_FILTER)}
        {moreFilters()
          .filter((filter) => !isQuick(filter))
          .map(select)}
      </details>
    </>
  )
}

/** More choices than these are in a list. */
const MOST_BUTTONS = 8
/** The filters that People shows at once. */
const QUICK = ['state', 'referred', 'imported']

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

type FilterTextProps = { label: string; value: string | null; onChange: (value: string | null) => void }

function FilterText({ label, value, onChange }: FilterTextProps) {
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  // Also shows a filter that was changed or removed elsewhere.
  useEffect(() => {
    field.current!.value = value ?? ''
  }, [value])

  function filter(text: string) {
    const wanted = text.trim() || null
    if (wanted !== value) onChange(wanted)
  }

  return (
    <Field
      ref={field}
      label={label}
      enterKeyHint="search"
      placeholder="All"
      maxLength={MAX_LENGTH.utm}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && filter(currentTarget.value)}
      onBlur={({ currentTarget }) => filter(currentTarget.value)}
    />
  )
}

export function SearchBox({ view, onChange }: { view: View; onChange: ChangeView }) {
  return (
    <SearchField
      label="Search submissions"
      value={view.q}
      // The Back button undoes a whole search, not each letter.
      onSearch={(q) => onChange({ q }, { replace: view.q !== '' })}
    />
  )
}
