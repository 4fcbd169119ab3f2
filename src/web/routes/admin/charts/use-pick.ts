import { priceOf, UNKNOWN } from '#shared/site/facets.ts'
import { priceBands } from '#shared/site/offered.ts'
import { useView } from '../view/use-view.ts'
import type { View } from '../view/view.ts'

/** The name of the filter that the items of a chart set. */
export type ItemFilter = keyof View & string

/** Returns for a chart's item whether the list is filtered by it, and a function that sets or removes this filter. */
export function usePick(filter: ItemFilter) {
  const [view, change] = useView()
  return (name: string) => {
    const value = valueOf(filter, name)
    const isPicked = view[filter] === value
    return { isPicked, pick: () => change({ [filter]: isPicked ? null : value }) }
  }
}

/** Whether a filter finds the people of an item. None finds those who did not say whether they work alone. */
export function canPick(filter: ItemFilter, name: string): boolean {
  return filter !== 'solo' || name !== UNKNOWN
}

const YES = ['Solo Provider', 'Referral']

/** The filter's value for an item, which some charts show by another name. */
function valueOf(filter: ItemFilter, name: string): string {
  if (filter === 'price') return priceBands().find(({ value }) => priceOf(value) === name)?.value ?? name
  if (filter !== 'solo' && filter !== 'referred') return name
  return YES.includes(name) ? 'yes' : 'no'
}
