import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { SyncResult, SyncStarted, SyncState } from '#shared/site/by-hand.ts'
import { paths } from '#shared/site/paths.ts'
import type { App } from '../../http/server.ts'
import type { RouteDependencies } from '../outbox/route-dependencies.ts'
import { startSync } from './start-sync.ts'
import { readLastRun, readRun, type SyncRun } from './sync-queries.ts'

const LONGEST_WAIT = 10_000
const POLL_MS = 100

/** Routes to sync everybody to Beehiiv and to read the progress. Register them where a session is required. */
export function syncRoutes(app: App, { pool, jobs: { enqueue }, services }: RouteDependencies) {
  app.post(
    paths.functions.syncToBeehiiv,
    { schema: { body: z.nullish(z.looseObject({})), response: { 200: SyncResult, 202: SyncStarted } } },
    async (_request, reply) => {
      if (!services.beehiiv) return reply.code(200).send(NOT_SET_UP)
      const { id } = await startSync({ pool, enqueue })
      const result = await resultWithin(LONGEST_WAIT, id)
      return result ? reply.code(200).send(result) : reply.code(202).send({ run_id: id })
    },
  )

  app.get(paths.api.adminSync, { schema: { response: { 200: SyncState } } }, async () => {
    const run = await readLastRun(pool)
    return { run: run && toState(run) }
  })

  async function resultWithin(wait: number, id: string): Promise<SyncResult | null> {
    for (const end = Date.now() + wait; Date.now() < end; await sleep(POLL_MS)) {
      const result = toResult((await readRun(pool, id))!)
      if (result) return result
    }
    return null
  }
}

const NOT_SET_UP = { success: false, synced: 0, errors: 0, error: { message: 'Beehiiv is not set up' } }

function toState(run: SyncRun) {
  const { id: run_id, started_at, done, total } = run
  return { run_id, started_at: started_at.toISOString(), done, total, result: toResult(run) }
}

/** Null while the run is under way. */
function toResult({ finished_at, synced, errors, details, problem }: SyncRun): SyncResult | null {
  if (!finished_at) return null
  return {
    success: errors === 0 && problem === null,
    synced,
    errors,
    ...(details.length > 0 && { details }),
    ...(problem !== null && { error: { message: problem } }),
  }
}
