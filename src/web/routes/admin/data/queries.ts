import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { EntriesQuery, Filters } from '#shared/filters.ts'
import { fetchEntries, fetchEntry, fetchSummary, fetchTopReferrers, fetchUnknown } from '../../../api/admin.ts'
import { fetchCount } from '../../../api/waitlist.ts'
import { readLocalEntries, type ShownEntry } from './local-entries.ts'

type FilterQuery = Partial<Filters>

/** The filters come along: an answer stays on the screen while the next one is on its way. */
export const summaryQuery = (filters: FilterQuery) =>
  queryOptions({
    queryKey: ['summary', filters],
    queryFn: async () => ({ filters, summary: await fetchSummary(filters) }),
  })

/** The number of the page comes along too. */
export const entriesQuery = (query: Partial<EntriesQuery>, page: number) =>
  queryOptions({
    queryKey: ['entries', query, page],
    queryFn: async () => ({ page, ...(await fetchEntries(query)) }),
  })

export const referrersQuery = (filters: FilterQuery) =>
  queryOptions({
    queryKey: ['referrers', filters],
    queryFn: () => fetchTopReferrers(filters),
    placeholderData: keepPreviousData,
  })

export const entryQuery = (id: string) => queryOptions({ queryKey: ['entry', id], queryFn: () => fetchEntry(id) })

/** The entries that only this browser has. */
export function useLocalOnly(): ShownEntry[] {
  const { data } = useQuery({
    queryKey: ['local-only'],
    queryFn: async () => {
      const entries = readLocalEntries()
      if (entries.length === 0) return entries
      const unknown = new Set(await fetchUnknown(entries.map(({ email }) => email)))
      return entries.filter(({ email }) => unknown.has(email))
    },
  })
  return data ?? NONE
}

/** Whether nobody is on the list at all, filtered or not. Asked only where it matters. */
export function useIsListEmpty({ enabled }: { enabled: boolean }): boolean {
  const { data } = useQuery({ queryKey: ['count'], queryFn: fetchCount, enabled })
  return enabled && data === 0
}

const NONE: ShownEntry[] = []
