import type pg from 'pg'
import * as z from 'zod/mini'
import { isMigrated } from '../db/migrate.ts'
import { AppError } from '../errors.ts'
import type { App } from './server.ts'

/** Refused where the database can only be read. Then the pool gives up that connection, and the next may lead elsewhere. */
const WRITE_NOTHING = 'update schema_migrations set version = version where false'

const Ok = z.object({ ok: z.literal(true) })

/** `isServing`: false while the server starts and stops, when requests are answered but should go elsewhere. */
type Dependencies = { pool: pg.Pool; isServing: () => boolean }

/** `/healthz`: the process is alive. `/readyz`: it can serve, and its database can be written to. */
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
