import * as z from 'zod/mini'
import { BACKGROUND_HEADER, MOST_UNKNOWN, UnknownResponse } from '#shared/owner/admin.ts'
import { CreditsPage, EntriesPage, EntryDetail, TopReferrers } from '#shared/list/entry.ts'
import type { EntriesQuery, ExportQuery, Filters } from '#shared/list/filters.ts'
import { Summary } from '#shared/list/summary.ts'
import { paths } from '#shared/site/paths.ts'
import { askForProof } from './proof-prompt.ts'
import { tookAction } from './activity.ts'
import { timeLimit } from '../../timing/time-limit.ts'

/** The session has ended, or never existed. */
export class SignedOut extends Error {}

/** The server cannot be reached or cannot answer now. A retry may succeed. `status`: of its answer; null if none came. */
export class Unreachable extends Error {
  readonly status: number | null

  constructor(message: string, { status, cause }: { status: number | null; cause?: unknown }) {
    super(message, { cause })
    this.status = status
  }
}

export function fetchSummary(filters: Partial<Filters>): Promise<Summary> {
  return fetchJson(Summary, withQuery(paths.api.adminSummary, filters))
}

export function fetchTopReferrers(filters: Partial<Filters>): Promise<TopReferrers> {
  return fetchJson(TopReferrers, withQuery(paths.api.adminReferrers, filters))
}

export function fetchEntries(query: Partial<EntriesQuery>): Promise<EntriesPage> {
  return fetchJson(EntriesPage, withQuery(paths.api.adminEntries, query))
}

/** Null if nobody ever had this id. */
export async function fetchEntry(id: string): Promise<EntryDetail | 'erased' | null> {
  const response = await request(`${paths.api.adminEntries}/${encodeURIComponent(id)}`, { allow: [400, 404, 410] })
  if (response.status === 410) return 'erased'
  return response.ok ? readAs(EntryDetail, response) : null
}

/** The next page of a person's friends, older than those that came with their entry or with the previous page. */
export function fetchCredits(id: string, cursor: string): Promise<CreditsPage> {
  return fetchJson(CreditsPage, withQuery(`${paths.api.adminEntries}/${encodeURIComponent(id)}/credits`, { cursor }))
}

/** Returns the given emails that are not on the list. */
export async function fetchUnknown(emails: string[]): Promise<string[]> {
  const unknown: string[] = []
  for (let start = 0; start < emails.length; start += MOST_UNKNOWN) {
    const response = await post(paths.api.adminUnknown, { emails: emails.slice(start, start + MOST_UNKNOWN) })
    unknown.push(...(await readAs(UnknownResponse, response)).unknown)
  }
  return unknown
}

/** Resumes mail to a person whose address bounced, or who reported a mail as spam. */
export async function clearMailProblem(id: string): Promise<void> {
  await request(`${paths.api.adminEntries}/${id}/mail-problem`, { method: 'DELETE' })
}

/** The filtered list as a CSV file: a stream that can be aborted. */
export function fetchCsv(query: Partial<ExportQuery>, signal: AbortSignal): Promise<Response> {
  return request(withQuery(paths.api.adminEntriesCsv, query), { signal })
}

export async function fetchJson<Body>(schema: z.ZodMiniType<Body>, path: string): Promise<Body> {
  return readAs(schema, await request(path, { signal: timeLimit(30_000) }))
}

/** Throws for a body of the wrong shape, which would otherwise break the screen later. */
export async function readAs<Body>(schema: z.ZodMiniType<Body>, response: Response): Promise<Body> {
  return z.parse(schema, await response.json())
}

/** A POST with an optional JSON body. It also returns answers with the statuses in `allow`. */
export function post(path: string, body?: object, allow: number[] = []): Promise<Response> {
  return request(path, {
    method: 'POST',
    allow,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
}

/** A PATCH with a JSON body. It also returns answers with the statuses in `allow`. */
export function patch(path: string, body: object, allow: number[]): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return request(path, { method: 'PATCH', headers, body: JSON.stringify(body), allow })
}

/** A POST of a file. Unlike `request`, it also returns refusals (400 and 413). */
export function postFile(path: string, file: Blob, signal?: AbortSignal): Promise<Response> {
  return request(path, { method: 'POST', body: file, allow: [400, 413], ...(signal && { signal }) })
}

/**
 * Throws `SignedOut` or `Unreachable` for every status that is neither a success nor in `allow`. If the server wants a
 * recent proof, asks the person for it and tries again.
 */
export async function request(
  path: string,
  { allow = [], ...init }: RequestInit & { allow?: number[] },
): Promise<Response> {
  const headers = new Headers(init.headers)
  if (!tookAction()) headers.set(BACKGROUND_HEADER, 'refresh')
  const response = await fetch(path, { ...init, headers }).catch((cause: Error) => {
    if (cause.name === 'AbortError') throw cause
    throw new Unreachable(`${path} could not be reached`, { status: null, cause })
  })
  if (response.status === 401) throw new SignedOut('The session is over')
  if ((await isProofNeeded(response)) && (await askForProof())) return request(path, { allow, ...init })
  const { ok, status } = response
  if (!ok && !allow.includes(status)) throw new Unreachable(`${path} answered ${status}`, { status })
  return response
}

async function isProofNeeded(response: Response): Promise<boolean> {
  if (response.status !== 403) return false
  const body = (await response
    .clone()
    .json()
    .catch(() => null)) as { error?: { code?: string } } | null
  return body?.error?.code === 'password-needed'
}

export function withQuery(path: string, query: Record<string, string | number | undefined>): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') parameters.set(name, String(value))
  }
  return `${path}?${parameters}`
}
