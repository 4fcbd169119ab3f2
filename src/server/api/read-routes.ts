import type pg from 'pg'
import { ROUTES } from '#shared/routes.ts'
import type { Summary } from '#shared/list/summary.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/server.ts'
import type { ColumnStore } from '../listing/columns/column-store.ts'
import { readSummary } from '../listing/read-summary.ts'
import { readConsent } from '../people/read-consent.ts'
import { readUpdates } from '../updates/updates.ts'
import { readWaves } from '../waves/read-waves.ts'

type Dependencies = { pool: pg.Pool; columns: ColumnStore; beLevel: () => Promise<void> }

/** `beLevel` resolves once everybody who joined before is counted. */
export function apiReadRoutes(api: App, { pool, columns, beLevel }: Dependencies) {
  route(api, ROUTES.readFigures, async ({ query }) => {
    await beLevel()
    return toFigures(await readSummary(pool, query, new Date(), columns))
  })

  route(api, ROUTES.listUpdates, async () => ({
    updates: (await readUpdates(pool)).filter(({ state }) => state !== 'draft'),
  }))

  route(api, ROUTES.readConsent, ({ params }) => readConsent(pool, params.id))

  route(api, ROUTES.listWaves, ({ query }) => readWaves(pool, query))
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
