import { UNKNOWN, priceOf } from '#shared/site/facets.ts'
import { priceBands } from '#shared/site/offered.ts'
import { languageName } from '#shared/values/language.ts'
import { mainFilters, moreFilters } from '../ui/filter-words.ts'
import { goTo, useView } from '../state/use-view.ts'
import type { View } from '../state/view.ts'

export function PickButton({ filter, name }: { filter: ItemFilter; name: string }) {
  const { isPicked, pick } = usePick(filter)(name)
  return (
    <button type="button" aria-pressed={isPicked} onClick={pick} className="pick">
      {shownName(filter, name)}
    </button>
  )
}

export type ItemFilter = keyof View & string

export function usePick(filter: ItemFilter) {
  const view = useView()
  return (name: string) => {
    const value = valueOf(filter, name)
    const isPicked = view[filter] === value
    return { isPicked, pick: () => goTo({ [filter]: isPicked ? null : value }) }
  }
}

/** None finds those who did not say whether they work alone. */
export function canPick(filter: ItemFilter, name: string): boolean {
  return filter !== 'solo' || name !== UNKNOWN
}

/** Charts count choices by their keys. */
export function shownName(filter: ItemFilter, name: string): string {
  if (filter === 'language') return languageName(name)
  if (filter === 'solo' || filter === 'referred') return name
  const { choices } = [...mainFilters(), ...moreFilters()].find((one) => one.name === filter) ?? {}
  const label = choices?.find(({ value }) => value === valueOf(filter, name))?.label ?? name
  return filter === 'price' ? priceOf(label) : label
}

const YES = ['Solo Provider', 'Referral']

function valueOf(filter: ItemFilter, name: string): string {
  if (filter === 'price') return priceBands().find(({ value }) => priceOf(value) === name)?.value ?? name
  if (filter !== 'solo' && filter !== 'referred') return name
  return YES.includes(name) ? 'yes' : 'no'
}
