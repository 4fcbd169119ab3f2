import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { ROUTES } from '#shared/routes.ts'
import type { ExportQuery } from '#shared/list/filters.ts'
import { type App, route } from '../http/route.ts'
import { type Actor, actorOf, signedInOf } from '../accounts/sessions.ts'
import type { Context } from '../context.ts'
import { readMarks } from '../people/read-entry.ts'
import { exportEntries, isInLine, readEntries } from './export-entries.ts'
import { catchUp, requireLevel } from './log/catch-up.ts'
import { readOverview, readSummary, readWords } from './read-summary.ts'
import { readReferrers } from './read-referrers.ts'
import { widenRange } from './sql/conditions.ts'
import { randomUUIDv7 } from 'node:crypto'
import { MOST_VIEWS, type SavedView, type ViewToSave } from '#shared/list/saved-views.ts'
import { AppError } from '../base/errors.ts'
import { findRows, type Pool } from '../db/query.ts'

/** Call the returned function when the export ends. */
export type RecordExport = (
  pool: Pool,
  made: { query: ExportQuery; actor: Actor },
) => Promise<(rows: number) => Promise<void>>

export function figureRoutes(app: App, ctx: Context, recordExport: RecordExport) {
  const { dashboardPool: pool, columns, deadlines } = ctx

  route(app, ROUTES.summary, async (request) => {
    await catchUp(pool, deadlines.figures)
    return readSummary(pool, await widenRange(pool, request.query), new Date(), columns)
  })

  route(app, ROUTES.overview, () => readOverview(pool, new Date()))

  route(app, ROUTES.referrers, async (request) => {
    await catchUp(pool, deadlines.figures)
    return readReferrers(pool, await widenRange(pool, request.query), new Date(), { columns })
  })

  route(app, ROUTES.words, async (request) => {
    await catchUp(pool, deadlines.figures)
    return readWords(pool, await widenRange(pool, request.query), new Date(), columns)
  })

  route(app, ROUTES.savedViews, async () => ({ views: await readSavedViews(pool) }))
  route(app, ROUTES.saveView, ({ body }) => saveView(pool, body))
  route(app, ROUTES.deleteView, ({ params }) => deleteView(pool, params.id))

  route(app, ROUTES.entries, async (request) => {
    await catchUp(pool, deadlines.figures)
    const query = await widenRange(pool, request.query)
    const db = isInLine(query) ? ctx.pool : pool
    const { entries, ...page } = await readEntries(db, query, new Date(), columns)
    const marksOf = await readMarks(
      ctx.pool,
      entries.map(({ id }) => id),
    )
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
    const recordRows = await recordExport(pool, { query, actor: actorOf(request) })
    reply.hijack()
    reply.raw.writeHead(200, {
      ...(reply.getHeaders() as OutgoingHttpHeaders),
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="waitlist-${now.toISOString().slice(0, 10)}.csv"`,
    })
    await sendPages(reply.raw, pages, signedInOf(request).mayGoOn).finally(() => recordRows(rows))
  })
}

/** Asks for the next page after the previous one was sent. The connection is closed once `mayGoOn` returns false. */
async function sendPages(
  response: ServerResponse,
  pages: AsyncIterable<Buffer>,
  mayGoOn: () => Promise<boolean>,
): Promise<void> {
  const send = (page: Buffer) =>
    new Promise<boolean>((resolve) => response.write(page, (error) => resolve(error === null || error === undefined)))
  try {
    for await (const page of pages) {
      if (!(await mayGoOn())) return void response.destroy()
      const isSent = await send(page)
      if (!isSent) return
    }
    response.end()
  } catch (error) {
    // Without a proper end, the client can tell that the file is incomplete.
    response.destroy()
    throw error
  }
}

function readSavedViews(pool: Pool) {
  return findRows<SavedView>(pool, 'select id, name, query from saved_views order by lower(name), id')
}

/** Another view with this name is replaced. */
async function saveView(pool: Pool, { name, query }: ViewToSave): Promise<SavedView> {
  const { rows } = await pool.query<SavedView>(
    `insert into saved_views (id, name, query)
     select $1, $2, $3 where (select count(*) from saved_views) < $4 or exists (select from saved_views where name = $2)
     on conflict (name) do update set query = excluded.query returning id, name, query`,
    [randomUUIDv7(), name, query, MOST_VIEWS],
  )
  if (!rows[0]) throw new AppError('invalid-input', { fields: { name: `must be one of at most ${MOST_VIEWS} views` } })
  return rows[0]
}

async function deleteView(pool: Pool, id: string): Promise<void> {
  await pool.query('delete from saved_views where id = $1', [id])
}
