import { randomUUIDv7 } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROUTES } from '#shared/routes.ts'
import type { SyncResult } from '#shared/site/by-hand.ts'
import { type App, route } from '../../http/route.ts'
import { announceSync } from '../../listing/rows/counter.ts'
import { enqueue } from '../../outbox/rows.ts'
import { countPeople } from '../../people/find-person.ts'
import type { Context } from '../../context.ts'
import { insertRun, readLastRun, readRun, type SyncRun } from './run-sync.ts'
import { inTransaction, type Pool } from '../../db/query.ts'

const LONGEST_WAIT = 10_000
const POLL_MS = 100

export function syncRoutes(app: App, { dashboardPool: pool, services }: Context) {
  route(app, ROUTES.syncToBeehiiv, async (_request, reply) => {
    if (!services.beehiiv) return NOT_SET_UP
    const { id } = await startSync(pool)
    const result = await resultWithin(LONGEST_WAIT, id)
    return result ?? reply.code(202).send({ run_id: id })
  })

  route(app, ROUTES.sync, async () => {
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

export function startSync(pool: Pool): Promise<SyncRun> {
  return inTransaction(pool, async (tx) => {
    const begun = await insertRun(tx, { id: randomUUIDv7(), total: await countPeople(tx) })
    const run = begun ?? (await readLastRun(tx))!
    // The queue keeps one such job at a time, so this adds a job only if the earlier one was lost.
    await enqueue(tx, 'run-sync', [run.id])
    if (begun) await announceSync(tx)
    return run
  })
}

const NOT_SET_UP = { success: false, synced: 0, errors: 0, error: { message: 'Beehiiv is not set up' } }

function toState(run: SyncRun) {
  const { id: run_id, started_at, done, total } = run
  return { run_id, started_at: started_at.toISOString(), done, total, result: toResult(run) }
}

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
