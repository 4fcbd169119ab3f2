import type pg from 'pg'
import { ApiFigures, ApiWaves } from '#shared/programs/api.ts'
import { ApiFilters } from '#shared/list/filters.ts'
import { paths } from '#shared/site/paths.ts'
import type { Summary } from '#shared/list/summary.ts'
import { WavesQuery } from '#shared/list/waves.ts'
import type { App } from '../http/server.ts'
import type { ColumnStore } from '../listing/columns/column-store.ts'
import { readSummary } from '../listing/read-summary.ts'
import { readWaves } from '../waves/read-waves.ts'
import { described } from './describe-api.ts'

type Dependencies = { pool: pg.Pool; columns: ColumnStore; beLevel: () => Promise<void> }

/** `beLevel` resolves once everybody who joined before is counted. */
export function apiReadRoutes(api: App, { pool, columns, beLevel }: Dependencies) {
  api.get(
    `${paths.api.v1}/figures`,
    {
      schema: { ...described('readFigures'), querystring: ApiFilters, response: { 200: ApiFigures } },
      config: { scope: 'read' },
    },
    async ({ query }) => {
      await beLevel()
      return toFigures(await readSummary(pool, query, new Date(), columns))
    },
  )

  api.get(
    `${paths.api.v1}/waves`,
    {
      schema: { ...described('listWaves'), querystring: WavesQuery, response: { 200: ApiWaves } },
      config: { scope: 'read' },
    },
    ({ query }) => readWaves(pool, query),
  )
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
