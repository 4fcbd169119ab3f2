import type pg from 'pg'
import { ROUTES } from '#shared/routes.ts'
import type { Summary } from '#shared/list/summary.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/server.ts'
import type { ColumnStore } from '../listing/columns/column-store.ts'
import { readSummary } from '../listing/read-summary.ts'
import { readConsent } from '../people/read-consent.ts'
import type { Config } from '../config/config.ts'
import { readReviewsPage } from '../trust/review.ts'
import { previewUpdate } from '../updates/preview-update.ts'
import { createUpdate, readUpdates } from '../updates/updates.ts'
import { previewWave } from '../waves/preview-wave.ts'
import { readWaves } from '../waves/read-waves.ts'
import type { Once } from './routes.ts'

type Dependencies = {
  pool: pg.Pool
  columns: ColumnStore
  beLevel: () => Promise<void>
  once: Once
  mailBudgets: () => Config['mailBudgets']
}

/** `beLevel` resolves once everybody who joined before is counted. */
export function apiReadRoutes(api: App, { pool, columns, beLevel, once, mailBudgets }: Dependencies) {
  route(api, ROUTES.readFigures, async ({ query }) => {
    await beLevel()
    return toFigures(await readSummary(pool, query, new Date(), columns))
  })

  route(api, ROUTES.listUpdates, async () => ({
    updates: (await readUpdates(pool)).filter(({ state }) => state !== 'draft'),
  }))

  route(api, ROUTES.draftUpdate, (request, reply) =>
    once(request, reply, async () => ({
      status: 201,
      body: { id: await createUpdate(pool, { ...request.body, follows_links: true }) },
    })),
  )

  route(api, ROUTES.previewUpdateOfProgram, ({ body }) =>
    previewUpdate(pool, { filters: body.filters, budgets: mailBudgets() }),
  )

  route(api, ROUTES.listReviews, ({ query }) => readReviewsPage(pool, query.cursor))

  route(api, ROUTES.readConsent, ({ params }) => readConsent(pool, params.id))

  route(api, ROUTES.listWaves, ({ query }) => readWaves(pool, query))

  route(api, ROUTES.previewWaveOfProgram, ({ body }) => previewWave(pool, body))
}

function toFigures({
  totalSignups,
  soloProviders,
  groupProviders,
  newSignupsLast7Days,
  questionable,
  uncounted: _none,
  ...rest
}: Summary) {
  return {
    ...rest,
    ...questionable,
    signups: totalSignups,
    solo_providers: soloProviders,
    group_practices: groupProviders,
    new_last_7_days: newSignupsLast7Days,
  }
}
