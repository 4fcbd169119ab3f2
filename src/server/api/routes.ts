import type pg from 'pg'
import { paths } from '#shared/site/paths.ts'
import type { Engine } from '../acts/create-act.ts'
import type { Deadlines } from '../base/deadlines.ts'
import { AppError } from '../base/errors.ts'
import type { App } from '../http/server.ts'
import type { Limits } from '../http/limit-rates.ts'
import type { JoinWaitlist } from '../joining/join.ts'
import type { ColumnStore } from '../listing/columns/column-store.ts'
import { requireLevelInTurn } from '../listing/log/catch-up.ts'
import type { Observe } from '../trust/observe.ts'
import { apiActRoutes } from './act-routes.ts'
import { describeApi } from './describe-api.ts'
import { apiEntryRoutes } from './entry-routes.ts'
import { createOnce } from './once.ts'
import { apiReadRoutes } from './read-routes.ts'
import { keyOf, requireKeys } from './require-key.ts'

type Dependencies = {
  /** The dashboard's pool, so that programs never delay visitors. */
  pool: pg.Pool
  /** A pool that prepares its statements, which are few, fixed and frequent. */
  preparedPool: pg.Pool
  columns: ColumnStore
  waitlist: JoinWaitlist
  observe: Observe
  engine: Engine
  limits: Limits
  publicUrl: () => string
  deadlines: Deadlines
}

/** The API for programs with a key. */
export async function apiRoutes(
  app: App,
  { pool, preparedPool, columns, waitlist, observe, engine, limits, publicUrl, deadlines }: Dependencies,
) {
  await app.register(async (api: App) => {
    api.addHook('onRoute', (route) => void (route.config = { deadline: deadlines.owner, ...route.config }))
    requireKeys(api, { pool: preparedPool, limits })
    const once = createOnce(preparedPool, (request) => keyOf(request).id)
    const beLevel = () => requireLevelInTurn(pool, deadlines.programs)
    const inTurn = { ...engine, beLevel }
    apiEntryRoutes(api, { pool, preparedPool, columns, waitlist, observe, engine: inTurn, once, beLevel })
    apiActRoutes(api, { engine: inTurn, once })
    apiReadRoutes(api, { pool, columns, beLevel })
    // Unknown paths need a key too, so strangers cannot find out which paths exist.
    api.all(`${paths.api.v1}/*`, { schema: { hide: true }, config: { scope: 'read' } }, () => {
      throw new AppError('not-found')
    })
  })

  app.get(`${paths.api.v1}/openapi.json`, { schema: { hide: true } }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send(describeApi(app.swagger(), publicUrl())),
  )
}

export type Once = ReturnType<typeof createOnce>
