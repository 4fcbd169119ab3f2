import type { Filters } from '#shared/list/filters.ts'
import type { Loaded } from '../state/use-figures.ts'
import { formatDay, formatDays } from './days.ts'

const CAPTIONS = { '7d': 'Last 7 days', '30d': 'Last 30 days', '90d': 'Last 90 days', all: 'All time' } as const

export const RANGE_CHOICES = Object.entries(CAPTIONS).flatMap(([value, label]) =>
  value === 'all' ? [] : { value, label },
)

/** Whether the server answered for all time, because the search names people. */
export function isWidened({ figures: { period }, filters }: Pick<Loaded, 'figures' | 'filters'>): boolean {
  return period.from === null && period.to === null && (filters.from !== undefined || filters.range !== 'all')
}

export function rangeCaption({ range = '30d', from, to }: Partial<Filters>): string {
  if (from && to) return from === to ? formatDay(from) : formatDays(from, to)
  return CAPTIONS[range]
}
