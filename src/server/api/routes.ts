import { CALLS } from './calls.ts'
import { site } from '#shared/site/site.ts'
import type { Context } from '../context.ts'
import { AppError } from '../base/errors.ts'
import { describe } from '../http/openapi.ts'
import { sessionCookieOf } from '../http/session-cookies.ts'
import { requireLevelInTurn } from '../listing/log/catch-up.ts'
import { apiActRoutes, apiEntryRoutes, hookRoutes } from './entry-routes.ts'
import { examples } from './examples.ts'
import { mcpRoutes } from './mcp.ts'
import { CALLS_A_MINUTE, onceByKey, requireKeys } from './keys.ts'
import type { Summary } from '#shared/list/summary.ts'
import { type App, route } from '../http/route.ts'
import { readSummary } from '../listing/read-summary.ts'
import { readConsent } from '../people/read-entry.ts'
import { readReviewsPage } from '../trust/review.ts'
import { previewUpdate } from '../waves/updates/preview-update.ts'
import { createUpdate, readUpdates } from '../waves/updates/updates.ts'
import { previewWave } from '../waves/preview-wave.ts'
import { readWaves } from '../waves/read-waves.ts'

export async function apiRoutes(ctx: Context) {
  const { app, dashboardPool, publicUrl, deadlines } = ctx
  await app.register(async (api: App) => {
    api.addHook('onRoute', (route) => void (route.config = { deadline: deadlines.owner, ...route.config }))
    api.addHook('preValidation', async ({ query }) => {
      // Some programs send each parameter, also those that nobody has filled in.
      for (const [name, value] of Object.entries(query as Record<string, unknown>))
        if (value === '') delete (query as Record<string, unknown>)[name]
    })
    requireKeys(api, ctx)
    const beLevel = () => requireLevelInTurn(dashboardPool, deadlines.programs)
    const level = { ...ctx, engine: { ...ctx.engine, beLevel } }
    apiEntryRoutes(api, level)
    apiActRoutes(api, level)
    apiReadRoutes(api, level)
    hookRoutes(api, ctx)
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
  return describe(CALLS, { info, servers: [{ url }] }, { sessionCookie, examples: examples() })
}

const INTRODUCTION = `Send a key from Settings, API & webhooks, as \`Authorization: Bearer fc_...\`. A key may call ${CALLS_A_MINUTE} times a minute; after that the answer is 429 with \`Retry-After\`. With the header \`Idempotency-Key\`, a request that is sent again within a day gets the first answer and changes nothing. Every failure has the body \`{ "error": { "code", "message", "fields" } }\`.`

function apiReadRoutes(api: App, ctx: Context) {
  const { dashboardPool: pool, columns, deadlines, config } = ctx

  route(api, CALLS.readFigures, async ({ query }) => {
    await requireLevelInTurn(pool, deadlines.programs)
    return toFigures(await readSummary(pool, query, new Date(), columns))
  })

  route(api, CALLS.listUpdates, async () => ({
    updates: (await readUpdates(pool)).filter(({ state }) => state !== 'draft'),
  }))

  route(api, CALLS.draftUpdate, (request, reply) =>
    onceByKey(ctx, request, reply, async () => ({
      status: 201,
      body: { id: await createUpdate(pool, { ...request.body, ...NO_PICTURE, texts: {}, follows_links: true }) },
    })),
  )

  route(api, CALLS.previewUpdateOfProgram, async ({ body }) => {
    const { readers: _, ...preview } = await previewUpdate(pool, {
      filters: body.filters,
      budgets: config().mailBudgets,
    })
    return preview
  })

  route(api, CALLS.listReviews, ({ query }) => readReviewsPage(pool, query.cursor))

  route(api, CALLS.readConsent, ({ params }) => readConsent(pool, params.id))

  route(api, CALLS.listWaves, ({ query }) => readWaves(pool, query))

  route(api, CALLS.previewWaveOfProgram, ({ body }) => previewWave(pool, body))
}

const NO_PICTURE = { picture: '', picture_alt: '' }

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
