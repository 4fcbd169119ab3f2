import * as z from 'zod/mini'
import { isMigrated } from '../db/migrate.ts'
import { AppError } from '../base/errors.ts'
import type { Pool } from '../db/query.ts'
import type { App } from './route.ts'

/** A read-only database refuses it. */
const WRITE_NOTHING = 'update schema_migrations set version = version where false'

const Ok = z.object({ ok: z.literal(true) })

type Dependencies = { pool: Pool; isServing: () => boolean }

export function healthRoutes(app: App, { pool, isServing }: Dependencies) {
  app.get('/healthz', { schema: { response: { 200: Ok } } }, async () => ({ ok: true as const }))

  app.get('/readyz', { schema: { response: { 200: Ok } } }, async () => {
    if (!isServing()) throw new AppError('unavailable', { isLogged: true })
    const isReady = await pool
      .query(WRITE_NOTHING)
      .then(() => isMigrated(pool))
      .catch((cause: unknown) => {
        throw new AppError('unavailable', { cause })
      })
    if (!isReady) throw new AppError('unavailable')
    return { ok: true as const }
  })
}
