import type pg from 'pg'
import { ROUTES } from '#shared/routes.ts'
import type { WavesPage } from '#shared/list/waves.ts'
import type { Current } from '../config/config.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/server.ts'
import { previewWave } from './preview-wave.ts'
import { readConversion, readWave, readWaves } from './read-waves.ts'

type Dependencies = {
  pool: pg.Pool
  gaps: () => WavesPage['gaps']
  config: Current<'invitationDays'>
}

export function waveRoutes(app: App, { pool, gaps, config }: Dependencies) {
  route(app, ROUTES.waves, async ({ query }) => ({
    ...(await readWaves(pool, query)),
    gaps: gaps(),
    invitation_days: config().invitationDays,
  }))

  route(app, ROUTES.previewWave, ({ body }) => previewWave(pool, body))

  route(app, ROUTES.conversion, async () => ({
    conversion: await readConversion(pool, null),
  }))

  route(app, ROUTES.wave, ({ params, query }) => readWave(pool, { ...params, ...query }))
}
