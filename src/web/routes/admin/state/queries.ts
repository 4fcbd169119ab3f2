import { infiniteQueryOptions, queryOptions, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { ROUTES } from '#shared/routes.ts'
import { Summary } from '#shared/list/summary.ts'
import type { CreditsPage, EntryDetail } from '#shared/list/entry.ts'
import type { EntriesQuery, Filters } from '#shared/list/filters.ts'
import { call } from '../../../calls/call.ts'
import { MOST_UNKNOWN } from '#shared/owner/admin.ts'
import { CallError } from '../../../calls/call-error.ts'
import { fetchCount } from '../../../calls/fetch-count.ts'
import { readLocalEntries, type ShownEntry } from './local-entries.ts'

type FilterQuery = Partial<Filters>

/** The result includes the filters and the time, because it stays on the screen until the next one arrives. */
export const summaryQuery = (filters: FilterQuery) =>
  queryOptions({
    queryKey: ['summary', filters],
    queryFn: async () => ({ filters, summary: await fetchSummary(filters), now: Date.now() }),
  })

/** The counts of entries by name arrive as objects: the schema makes maps of them. */
async function fetchSummary(filters: FilterQuery): Promise<Summary> {
  return z.parse(Summary, await call(ROUTES.summary, filters))
}

type PageQuery = { filters: FilterQuery; page: number } & Pick<
  EntriesQuery,
  'sort' | 'order' | 'from_rank' | 'offset' | 'cursor' | 'limit'
>

export const entriesQuery = ({ filters, page, ...query }: PageQuery) =>
  queryOptions({
    queryKey: ['entries', filters, query, page],
    queryFn: async () => ({ filters, page, ...(await call(ROUTES.entries, { ...filters, ...query })) }),
  })

export const overviewQuery = queryOptions({ queryKey: ['overview'], queryFn: () => call(ROUTES.overview) })

export const referrersQuery = (filters: FilterQuery) =>
  queryOptions({
    queryKey: ['referrers', filters],
    queryFn: () => call(ROUTES.referrers, filters),
  })

export const tagsQuery = queryOptions({ queryKey: ['tags'], queryFn: () => call(ROUTES.tags).then(({ tags }) => tags) })

export const milestonesQuery = queryOptions({
  queryKey: ['milestones'],
  queryFn: () => call(ROUTES.milestones),
})

export const personDeliveriesQuery = (id: string) =>
  queryOptions({ queryKey: ['entry', id, 'deliveries'], queryFn: () => call(ROUTES.entryDeliveries, { id }) })

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
  if (cursor !== null) return { detail: null, isErased: false, ...(await call(ROUTES.credits, { id, cursor })) }
  const entry = await fetchEntry(id)
  const detail = entry === 'erased' ? null : entry
  const { credits, next_cursor } = detail?.history ?? { credits: [], next_cursor: null }
  return { detail, isErased: entry === 'erased', credits, next_cursor }
}

/** Null if nobody ever had this id. */
async function fetchEntry(id: string): Promise<EntryDetail | 'erased' | null> {
  try {
    return await call(ROUTES.entry, { id })
  } catch (error) {
    const status = error instanceof CallError ? error.status : null
    if (status === 410) return 'erased'
    if (status === 400 || status === 404) return null
    throw error
  }
}

async function fetchUnknown(emails: string[]): Promise<string[]> {
  const unknown: string[] = []
  for (let start = 0; start < emails.length; start += MOST_UNKNOWN)
    unknown.push(...(await call(ROUTES.unknownEmails, { emails: emails.slice(start, start + MOST_UNKNOWN) })).unknown)
  return unknown
}

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

/** Null until it is known, and false if not `enabled`. */
export function useIsListEmpty({ enabled }: { enabled: boolean }): boolean | null {
  const { data } = useQuery({ queryKey: ['count'], queryFn: fetchCount, enabled })
  if (!enabled) return false
  return data === undefined ? null : data === 0
}

const NONE: ShownEntry[] = []
