import type { OutgoingHttpHeaders } from 'node:http'
import type pg from 'pg'
import { ROUTES } from '#shared/routes.ts'
import type { ExportQuery } from '#shared/list/filters.ts'
import type { ReadMarks } from '#shared/list/reviews.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/server.ts'
import { type Actor, actorOf, signedInOf } from '../accounts/signed-in.ts'
import type { ColumnStore } from './columns/column-store.ts'
import { exportEntries } from './export-entries.ts'
import { catchUp, requireLevel } from './log/catch-up.ts'
import { isInLine, readEntries } from './read-entries.ts'
import { readOverview } from './read-overview.ts'
import { readReferrers } from './read-referrers.ts'
import { readSummary } from './read-summary.ts'
import { deleteView, readSavedViews, saveView } from './saved-views.ts'
import { sendPages } from './send-pages.ts'
import { widenRange } from './widen-range.ts'
import { readWords } from './read-words.ts'

/** Call the returned function when the export ends. */
export type RecordExport = (made: { query: ExportQuery; actor: Actor }) => Promise<(rows: number) => Promise<void>>

type Dependencies = {
  pool: pg.Pool
  preparedPool: pg.Pool
  columns: ColumnStore
  readMarks: ReadMarks
  recordExport: RecordExport
  patience: number
}

export function listRoutes(app: App, { pool, preparedPool, columns, readMarks, recordExport, patience }: Dependencies) {
  route(app, ROUTES.summary, async (request) => {
    await catchUp(pool, patience)
    return readSummary(pool, await widenRange(pool, request.query), new Date(), columns)
  })

  route(app, ROUTES.overview, () => readOverview(pool, new Date()))

  route(app, ROUTES.referrers, async (request) => {
    await catchUp(pool, patience)
    return readReferrers(pool, await widenRange(pool, request.query), new Date(), { columns })
  })

  route(app, ROUTES.words, async (request) => {
    await catchUp(pool, patience)
    return readWords(pool, await widenRange(pool, request.query), new Date(), columns)
  })

  route(app, ROUTES.savedViews, async () => ({ views: await readSavedViews(pool) }))
  route(app, ROUTES.saveView, ({ body }) => saveView(pool, body))
  route(app, ROUTES.deleteView, ({ params }) => deleteView(pool, params.id))

  route(app, ROUTES.entries, async (request) => {
    await catchUp(pool, patience)
    const query = await widenRange(pool, request.query)
    const db = isInLine(query) ? preparedPool : pool
    const { entries, ...page } = await readEntries(db, query, new Date(), columns)
    const marksOf = await readMarks(entries.map(({ id }) => id))
    return { entries: entries.map((entry) => ({ ...entry, marks: marksOf(entry.id) })), ...page }
  })

  route(app, ROUTES.entriesCsv, async (request, reply) => {
    await requireLevel(pool)
    const now = new Date()
    let rows = 0
    const count = (lines: number) => (rows += lines)
    const { wave, ids } = request.query
    const query = await widenRange(
      pool,
      (wave ?? ids) === undefined ? request.query : { ...request.query, range: 'all' },
    )
    const pages = await exportEntries(pool, query, now, columns, count)
    const recordRows = await recordExport({ query, actor: actorOf(request) })
    reply.hijack()
    reply.raw.writeHead(200, {
      ...(reply.getHeaders() as OutgoingHttpHeaders),
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="waitlist-${now.toISOString().slice(0, 10)}.csv"`,
    })
    await sendPages(reply.raw, pages, signedInOf(request).mayGoOn).finally(() => recordRows(rows))
  })
}
