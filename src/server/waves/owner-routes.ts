import type pg from 'pg'
import * as z from 'zod/mini'
import { paths } from '#shared/site/paths.ts'
import {
  Conversions,
  WaveDetail,
  WavePreview,
  WavePreviewRequest,
  WaveQuery,
  WavesPage,
  WavesQuery,
} from '#shared/list/waves.ts'
import type { Current } from '../config/config.ts'
import type { App } from '../http/server.ts'
import { previewWave } from './preview-wave.ts'
import { readConversion, readWave, readWaves } from './read-waves.ts'

const Id = z.object({ id: z.uuid() })

type Dependencies = {
  pool: pg.Pool
  /** The settings that keep waves from being sent, and why. */
  gaps: () => WavesPage['gaps']
  config: Current<'invitationDays'>
}

/** The owner's routes for waves, which are made and called back as acts. Register them where a session is required. */
export function waveRoutes(app: App, { pool, gaps, config }: Dependencies) {
  app.get(
    paths.api.adminWaves,
    { schema: { querystring: WavesQuery, response: { 200: WavesPage } } },
    async ({ query }) => ({
      ...(await readWaves(pool, query)),
      gaps: gaps(),
      invitation_days: config().invitationDays,
    }),
  )

  app.post(
    paths.api.adminWavesPreview,
    { schema: { body: WavePreviewRequest, response: { 200: WavePreview } } },
    ({ body }) => previewWave(pool, body),
  )

  app.get(paths.api.adminWavesConversion, { schema: { response: { 200: Conversions } } }, async () => ({
    conversion: await readConversion(pool, null),
  }))

  app.get(
    `${paths.api.adminWaves}/:id`,
    { schema: { params: Id, querystring: WaveQuery, response: { 200: WaveDetail } } },
    ({ params, query }) => readWave(pool, { ...params, ...query }),
  )
}
