import { infiniteQueryOptions, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { ROUTES } from '#shared/routes.ts'
import type { AnswerOf, Route, SentOf } from '#shared/routes/route.ts'
import type { ActRequest } from '#shared/list/act-requests.ts'
import type { LogQuery } from '#shared/list/acts.ts'
import type { CreditsPage, EntryDetail } from '#shared/list/entry.ts'
import type { EntriesQuery, Filters } from '#shared/list/filters.ts'
import type { MessageList } from '#shared/list/messages.ts'
import type { FriendsOf } from '#shared/list/reviews.ts'
import { Summary } from '#shared/list/summary.ts'
import type { InvitationState, WavePreviewRequest } from '#shared/list/waves.ts'
import { MOST_UNKNOWN } from '#shared/owner/admin.ts'
import type { DeliveriesQuery, MailQuery } from '#shared/owner/deliveries.ts'
import { call, CallError } from '../../../calls/call.ts'
import { fetchCount } from '../../../calls/fetch-count.ts'
import { readLocalEntries, type ShownEntry } from './local-entries.ts'

const REFRESH_MS = 30_000
/** Read again only after a failure. */
export const ONCE = {
  refetchInterval: ({ state }: { state: { error: Error | null } }) => state.error !== null && REFRESH_MS,
} as const
const NOT_LIVE = { meta: { isLive: false } }

/** `pauseAfter`: milliseconds until an answer is read again. */
function read<R extends Route>(
  queryKey: readonly unknown[],
  route: R,
  sent?: SentOf<R>,
  pauseAfter: (answer: AnswerOf<R>) => number = () => REFRESH_MS,
) {
  return queryOptions({
    queryKey,
    queryFn: () => call<Route>(route, sent) as Promise<AnswerOf<R>>,
    refetchInterval: ({ state }) => (state.data ? pauseAfter(state.data) : REFRESH_MS),
  })
}

/** Each page says where the next begins. */
function readPages<R extends Route>(
  queryKey: readonly unknown[],
  route: R,
  sent?: Omit<SentOf<R>, 'cursor'>,
  pauseAfter: (pages: AnswerOf<R>[]) => number = () => REFRESH_MS,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam: cursor }) =>
      call<Route>(route, { ...sent, ...(cursor && { cursor }) }) as Promise<AnswerOf<R>>,
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page as unknown as { next_cursor: string | null }).next_cursor,
    refetchInterval: ({ state }) => (state.data ? pauseAfter(state.data.pages) : REFRESH_MS),
  })
}

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

export const overviewQuery = read(['overview'], ROUTES.overview)
export const referrersQuery = (filters: FilterQuery) => read(['referrers', filters], ROUTES.referrers, filters)

export const tagsQuery = queryOptions({ queryKey: ['tags'], queryFn: () => call(ROUTES.tags).then(({ tags }) => tags) })

export const milestonesQuery = read(['milestones'], ROUTES.milestones)
export const boardNamesQuery = read(['board'], ROUTES.boardNames)
export const namedCodesQuery = read(['named-codes'], ROUTES.namedCodes)
export const personDeliveriesQuery = (id: string) => read(['entry', id, 'deliveries'], ROUTES.entryDeliveries, { id })

export const accountsQuery = queryOptions({
  queryKey: ['accounts'],
  queryFn: () => call(ROUTES.accounts).then(({ accounts }) => accounts),
})
export const accountNamesQuery = queryOptions({
  queryKey: ['accounts', 'names'],
  queryFn: () => call(ROUTES.accountNames).then(({ accounts }) => accounts),
})
export const ownSessionsQuery = queryOptions({
  queryKey: ['accounts', 'sessions'],
  queryFn: () => call(ROUTES.ownSessions).then(({ sessions }) => sessions),
})
export const ownPasskeysQuery = read(['accounts', 'passkeys'], ROUTES.ownPasskeys)

/** What changes of accounts read again. */
export const REFRESH_ACCOUNTS = { refresh: ['accounts', 'session'] }

const WHILE_RUNNING_MS = 1_500

export const actsQuery = (filters: Omit<LogQuery, 'cursor'>) =>
  readPages(['acts', filters], ROUTES.acts, filters, (pages) =>
    pages.some(({ acts }) => acts.some(({ finished_at }) => finished_at === null)) ? WHILE_RUNNING_MS : REFRESH_MS,
  )
/** One act with those whom it left out, page by page. */
export const actQuery = (id: string) => readPages(['acts', id], ROUTES.act, { id })

export const MESSAGES = ['messages']
export const unreadQuery = queryOptions({
  queryKey: [...MESSAGES, 'unread'],
  queryFn: () => call(ROUTES.unreadMessages).then(({ unread }) => unread),
})
export const messagesQuery = (list: MessageList) => readPages([...MESSAGES, list], ROUTES.messages, { list })

const WHILE_SYNCING_MS = 2_000
const INTEGRATIONS = ['integrations']

export const integrationsQuery = read(INTEGRATIONS, ROUTES.integrations)
export const backupsQuery = read([...INTEGRATIONS, 'backups'], ROUTES.backups, {}, ({ is_under_way }) =>
  is_under_way ? WHILE_SYNCING_MS : REFRESH_MS,
)
export const deliveriesQuery = (query: Omit<DeliveriesQuery, 'cursor'>) =>
  readPages([...INTEGRATIONS, 'deliveries', query], ROUTES.deliveries, query)
export const mailQuery = (query: MailQuery) => ({
  ...read([...INTEGRATIONS, 'mail', query], ROUTES.mail, query),
  ...ONCE,
})
export const syncQuery = read([...INTEGRATIONS, 'sync'], ROUTES.sync, {}, ({ run }) =>
  run?.result === null ? WHILE_SYNCING_MS : REFRESH_MS,
)

export function refreshIntegrations(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: INTEGRATIONS })
}

const SOON_MS = 5_000

export const keysQuery = queryOptions({
  queryKey: ['programs', 'keys'],
  queryFn: () => call(ROUTES.keys).then(({ keys }) => keys),
  ...NOT_LIVE,
})
export const endpointsQuery = { ...read(['programs', 'endpoints'], ROUTES.webhooks, {}, () => SOON_MS), ...NOT_LIVE }
export const endpointLogQuery = (id: string) => ({
  ...readPages(['programs', 'log', id], ROUTES.webhookDeliveries, { id }, () => SOON_MS),
  ...NOT_LIVE,
})
/** What changes of keys and webhooks read again. */
export const REFRESH_PROGRAMS = { refresh: ['programs'] }

export const reviewsQuery = readPages(['reviews'], ROUTES.reviews)
export const reviewPeopleQuery = (select: FriendsOf) => readPages(['reviews', select], ROUTES.reviewPeople, select)
/** Fetched again for each row that was decided elsewhere, but not at each live event. */
export const personActsQuery = (id: string) => ({
  ...read(['person-acts', id], ROUTES.entryActs, { id }),
  gcTime: 0,
  ...NOT_LIVE,
})
export const reviewsCountQuery = read(['reviews-count'], ROUTES.reviewsCount)
export const trustRulesQuery = read(['trust-rules'], ROUTES.trustRules)
export const previewQuery = (request: ActRequest) => ({
  ...read(['preview', request], ROUTES.previewAct, request),
  ...ONCE,
})

const WHILE_SENDING_MS = 3_000

export const wavesQuery = readPages(['waves'], ROUTES.waves, {}, (pages) =>
  pages.some(({ waves }) => waves.some(({ waiting, ready_at }) => waiting > 0 || ready_at === null))
    ? WHILE_SENDING_MS
    : REFRESH_MS,
)
export const waveQuery = (id: string, state: InvitationState | null) =>
  readPages(['waves', id, state], ROUTES.wave, { id, ...(state && { state }) })
export const conversionQuery = queryOptions({
  queryKey: ['waves', 'conversion'],
  queryFn: () => call(ROUTES.conversion).then(({ conversion }) => conversion),
})
export const wavePreviewQuery = (asked: Omit<WavePreviewRequest, 'offset'>) =>
  infiniteQueryOptions({
    queryKey: ['wave-preview', asked],
    queryFn: ({ pageParam: offset }) => call(ROUTES.previewWave, { ...asked, offset }),
    initialPageParam: 0,
    getNextPageParam: ({ next_offset }) => next_offset,
    ...ONCE,
  })
// Sending a mail and opening a link cause no live event.
export const launchDayQuery = read(['launch-day'], ROUTES.launchDay, {}, () => WHILE_SENDING_MS)

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
