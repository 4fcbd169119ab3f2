import type pg from 'pg'
import { programs } from '#shared/routes/programs.ts'
import { site } from '#shared/site/site.ts'
import type { Engine } from '../acts/create-act.ts'
import type { Deadlines } from '../base/deadlines.ts'
import { AppError } from '../base/errors.ts'
import type { Config } from '../config/config.ts'
import { describe } from '../http/openapi.ts'
import type { App } from '../http/server.ts'
import { sessionCookieOf } from '../http/session-cookies.ts'
import type { Limits } from '../http/limit-rates.ts'
import type { JoinWaitlist } from '../joining/join.ts'
import type { ColumnStore } from '../listing/columns/column-store.ts'
import { requireLevelInTurn } from '../listing/log/catch-up.ts'
import type { Observe } from '../trust/observe.ts'
import { apiActRoutes } from './act-routes.ts'
import { apiEntryRoutes } from './entry-routes.ts'
import { examples } from './examples.ts'
import { hookRoutes, type Hooks } from './hook-routes.ts'
import { mcpRoutes } from './mcp.ts'
import { createOnce } from './once.ts'
import { apiReadRoutes } from './read-routes.ts'
import { CALLS_A_MINUTE, keyOf, requireKeys } from './require-key.ts'

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
  mailBudgets: () => Config['mailBudgets']
  hooks: Hooks
}

export async function apiRoutes(
  app: App,
  {
    pool,
    preparedPool,
    columns,
    waitlist,
    observe,
    engine,
    limits,
    publicUrl,
    deadlines,
    mailBudgets,
    hooks,
  }: Dependencies,
) {
  await app.register(async (api: App) => {
    api.addHook('onRoute', (route) => void (route.config = { deadline: deadlines.owner, ...route.config }))
    api.addHook('preValidation', async ({ query }) => {
      // Some programs send each parameter, also those that nobody has filled in.
      for (const [name, value] of Object.entries(query as Record<string, unknown>))
        if (value === '') delete (query as Record<string, unknown>)[name]
    })
    requireKeys(api, { pool: preparedPool, limits })
    const once = createOnce(preparedPool, (request) => keyOf(request).id)
    const beLevel = () => requireLevelInTurn(pool, deadlines.programs)
    const inTurn = { ...engine, beLevel }
    apiEntryRoutes(api, { pool, preparedPool, columns, waitlist, observe, engine: inTurn, once, beLevel })
    apiActRoutes(api, { engine: inTurn, once })
    apiReadRoutes(api, { pool, columns, beLevel, once, mailBudgets })
    hookRoutes(api, hooks)
    mcpRoutes(api, publicUrl)
    // Unknown paths need a key too, so strangers cannot find out which paths exist.
    api.all('/api/v1/*', { config: { scope: 'read' } }, () => {
      throw new AppError('not-found')
    })
  })

  app.get('/api/v1/openapi.json', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send(describeApi(publicUrl())),
  )
}

function describeApi(url: string) {
  const info = { title: `${site().brand.name} API`, version: '1', description: INTRODUCTION }
  const sessionCookie = sessionCookieOf({ isSecure: url.startsWith('https:') })
  return describe(programs, { info, servers: [{ url }] }, { sessionCookie, examples: examples() })
}

const INTRODUCTION = `Send a key from Settings, API & webhooks, as \`Authorization: Bearer fc_...\`. A key may call ${CALLS_A_MINUTE} times a minute; after that the answer is 429 with \`Retry-After\`. With the header \`Idempotency-Key\`, a request that is sent again within a day gets the first answer and changes nothing. Every failure has the body \`{ "error": { "code", "message", "fields" } }\`.`

export type Once = ReturnType<typeof createOnce>
