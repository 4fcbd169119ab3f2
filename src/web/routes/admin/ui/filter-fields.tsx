import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ChartItem } from '#shared/list/summary.ts'
import { REWARD_STATES } from '#shared/list/rewards.ts'
import { MAX_LENGTH } from '#shared/values/text.ts'
import { filterOf, valuesOf } from '#shared/list/filters.ts'
import { type Filter, FRIENDS_FILTER, mainFilters, moreFilters, ONE_VALUE, valueWords } from './filter-words.ts'
import { RANGE_CHOICES, rangeCaption } from './range-caption.ts'
import { milestonesQuery, namedCodesQuery, tagsQuery } from '../state/queries.ts'
import { SearchField } from './search-field.tsx'
import type { ChangeView } from '../state/use-view.tsx'
import { type View, filtersOf } from '../state/view.ts'
import { REWARD_STATE_WORDS } from '../state/reward-words.ts'
import { Field } from '../../../ui/form.tsx'
import { grouped } from '../../../ui/grouped.ts'
import { Segments, Select } from '../../../ui/choices.tsx'

export type FilterFieldsProps = {
  view: View
  sources: ChartItem[]
  onChange: ChangeView
}

export function FilterFields({ view, sources, onChange }: FilterFieldsProps) {
  const [isUnfolded, setUnfolded] = useState(false)
  const isPeople = view.view === 'people'
  const select = ({ name, label, choices }: Filter) => (
    <Select<string | null>
      key={name}
      label={label}
      options={[{ value: null, label: 'All' }, ...optionsOf(view[name] ?? null, choices)]}
      value={view[name] ?? null}
      onValueChange={(value) => onChange({ [name]: value })}
    />
  )
  const choose = ({ name, label, choices }: Filter) => (
    <div key={name}>
      <p aria-hidden="true" className="block mb-1 text-small text-muted">
        {label}
      </p>
      <Segments
        label={label}
        options={choices}
        value={valuesOf(view[name] ?? '')}
        onChange={(value) => onChange({ [name]: toggled(name, value) })}
      />
    </div>
  )
  function toggled(name: keyof View, value: string): string | null {
    const values = valuesOf(view[name] ?? '')
    const others = values.filter((one) => one !== value)
    if (others.length < values.length) return filterOf(others)
    return filterOf(ONE_VALUE.includes(name) ? [value] : [...values, value])
  }
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
        {isUnfolded && <OwnersFilters view={view} select={select} />}
        {!isPeople && select(FRIENDS_FILTER)}
        {moreFilters()
          .filter((filter) => !isQuick(filter))
          .map(select)}
      </details>
    </>
  )
}

/** By what the owner has made. */
function OwnersFilters({ view, select }: { view: View; select: (filter: Filter) => ReactNode }) {
  const tags = useQuery(tagsQuery).data ?? []
  const milestones = useQuery(milestonesQuery).data?.milestones ?? []
  const codes = useQuery(namedCodesQuery).data?.codes ?? []
  return (
    <>
      {select({
        name: 'tag',
        label: 'Tag',
        choices: tags.map(({ tag, entries }) => ({ value: tag, label: `${tag} (${grouped(entries)})` })),
      })}
      {(milestones.length > 0 || view.reward) &&
        select({
          name: 'reward',
          label: 'Reward',
          choices: milestones.flatMap(({ id, words }) =>
            REWARD_STATES.map((state) => ({
              value: `${id}:${state}`,
              label: `${words}: ${REWARD_STATE_WORDS[state]}`,
            })),
          ),
        })}
      {(codes.length > 0 || view.named_code) &&
        select({
          name: 'named_code',
          label: 'Code',
          choices: codes.map(({ code }) => ({ value: code, label: code })),
        })}
    </>
  )
}

/** Once something is chosen, the list also adds each other choice to it. */
function optionsOf(filter: string | null, choices: Filter['choices']) {
  const values = valuesOf(filter ?? '')
  const others = choices.filter(({ value }) => !values.includes(value))
  if (filter === null || choices.length < 3) return choices
  return [
    { value: filter, label: valueWords(filter, choices) },
    ...others.map(({ value, label }) => ({ value: filterOf([...values, value]), label: `or ${label}`, group: 'Add' })),
    ...choices.map((choice) => ({ ...choice, group: 'Only' })).filter(({ value }) => value !== filter),
  ]
}

/** More choices than these are in a list. */
const MOST_BUTTONS = 8
/** The filters that People shows at once. */
const QUICK = ['state', 'opened', 'referred', 'imported']

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
