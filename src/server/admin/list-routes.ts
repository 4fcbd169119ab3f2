import type { OutgoingHttpHeaders } from 'node:http'
import type pg from 'pg'
import * as z from 'zod/mini'
import { UnknownRequest, UnknownResponse } from '#shared/admin.ts'
import { CreditsPage, CreditsQuery, EntriesPage, EntryDetail, TopReferrers } from '#shared/entry.ts'
import { EntriesQuery, Filters } from '#shared/filters.ts'
import { paths } from '#shared/paths.ts'
import { Summary } from '#shared/summary.ts'
import type { App } from '../http/server.ts'
import { exportEntries } from './export-entries.ts'
import { findUnknown } from './find-unknown.ts'
import { readCredits } from './read-credits.ts'
import { readEntries } from './read-entries.ts'
import { readEntry } from './read-entry.ts'
import { readReferrers } from './read-referrers.ts'
import { readSummary } from './read-summary.ts'
import { sendPages } from './send-pages.ts'

const EntryId = z.object({ id: z.uuid() })

/** What the dashboard shows. Register it where a session is required. */
export function listRoutes(app: App, { pool }: { pool: pg.Pool }) {
  app.get(paths.api.adminSummary, { schema: { querystring: Filters, response: { 200: Summary } } }, (request) =>
    readSummary(pool, request.query, new Date()),
  )

  app.get(paths.api.adminReferrers, { schema: { querystring: Filters, response: { 200: TopReferrers } } }, (request) =>
    readReferrers(pool, request.query, new Date()),
  )

  app.get(
    paths.api.adminEntries,
    { schema: { querystring: EntriesQuery, response: { 200: EntriesPage } } },
    (request) => readEntries(pool, request.query, new Date()),
  )

  app.get(`${paths.api.adminEntries}/:id`, { schema: { params: EntryId, response: { 200: EntryDetail } } }, (request) =>
    readEntry(pool, request.params.id),
  )

  app.get(
    `${paths.api.adminEntries}/:id/credits`,
    { schema: { params: EntryId, querystring: CreditsQuery, response: { 200: CreditsPage } } },
    (request) => readCredits(pool, { ...request.params, ...request.query }),
  )

  app.get(paths.api.adminEntriesCsv, { schema: { querystring: Filters } }, async (request, reply) => {
    const now = new Date()
    const pages = await exportEntries(pool, request.query, now)
    reply.hijack()
    reply.raw.writeHead(200, {
      ...(reply.getHeaders() as OutgoingHttpHeaders),
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="waitlist-${now.toISOString().slice(0, 10)}.csv"`,
    })
    await sendPages(reply.raw, pages)
  })

  app.post(
    paths.api.adminUnknown,
    { schema: { body: UnknownRequest, response: { 200: UnknownResponse } } },
    (request) => findUnknown(pool, request.body.emails),
  )
}
