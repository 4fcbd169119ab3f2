import { infiniteQueryOptions, queryOptions, useQuery } from '@tanstack/react-query'
import type { CreditsPage, EntryDetail } from '#shared/list/entry.ts'
import type { EntriesQuery, Filters } from '#shared/list/filters.ts'
import {
  fetchCredits,
  fetchEntries,
  fetchEntry,
  fetchSummary,
  fetchTopReferrers,
  fetchUnknown,
} from '../../../api/admin/admin.ts'
import { fetchPersonDeliveries, fetchTags } from '../../../api/admin/acts.ts'
import { fetchCount } from '../../../api/count.ts'
import { readLocalEntries, type ShownEntry } from './local-entries.ts'

type FilterQuery = Partial<Filters>

/**
 * The figures for some filters. The result includes the filters and the time, because it stays on the screen until the
 * next result arrives.
 */
export const summaryQuery = (filters: FilterQuery) =>
  queryOptions({
    queryKey: ['summary', filters],
    queryFn: async () => ({ filters, summary: await fetchSummary(filters), now: Date.now() }),
  })

type PageQuery = { filters: FilterQuery; page: number } & Pick<
  EntriesQuery,
  'sort' | 'order' | 'from_rank' | 'offset' | 'cursor' | 'limit'
>

/** One page of entries. The result includes the filters and the page number. */
export const entriesQuery = ({ filters, page, ...query }: PageQuery) =>
  queryOptions({
    queryKey: ['entries', filters, query, page],
    queryFn: async () => ({ filters, page, ...(await fetchEntries({ ...filters, ...query })) }),
  })

export const referrersQuery = (filters: FilterQuery) =>
  queryOptions({
    queryKey: ['referrers', filters],
    queryFn: () => fetchTopReferrers(filters),
  })

export const tagsQuery = queryOptions({ queryKey: ['tags'], queryFn: fetchTags })

export const personDeliveriesQuery = (id: string) =>
  queryOptions({ queryKey: ['entry', id, 'deliveries'], queryFn: () => fetchPersonDeliveries(id) })

/** A person with their newest friends on the first page, and earlier friends on each further page. */
export const profileQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['entry', id],
    queryFn: ({ pageParam }) => fetchProfilePage(id, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })

type ProfilePage = CreditsPage & { detail: EntryDetail | null; isErased: boolean }

/** `detail` is set only on the first page; there it is null if nobody has this id. */
async function fetchProfilePage(id: string, cursor: string | null): Promise<ProfilePage> {
  if (cursor !== null) return { detail: null, isErased: false, ...(await fetchCredits(id, cursor)) }
  const entry = await fetchEntry(id)
  const detail = entry === 'erased' ? null : entry
  const { credits, next_cursor } = detail?.history ?? { credits: [], next_cursor: null }
  return { detail, isErased: entry === 'erased', credits, next_cursor }
}

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

/** Whether the waitlist, without filters, is empty; null until it is known, and false if not `enabled`. */
export function useIsListEmpty({ enabled }: { enabled: boolean }): boolean | null {
  const { data } = useQuery({ queryKey: ['count'], queryFn: fetchCount, enabled })
  if (!enabled) return false
  return data === undefined ? null : data === 0
}

const NONE: ShownEntry[] = []
