import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type pg from 'pg'
import type { App } from '../http/server.ts'
import type { OnBatch } from '../joining/join.ts'
import type { State } from './read-state.ts'

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export type Metrics = {
  /** Counts every request that this server answers. */
  watch: (app: App) => void
  onBatch: OnBatch
  watchPool: (name: string, pool: pg.Pool) => void
  /** The text for Prometheus. `readState` reads what only the database knows; without it, that part is left out. */
  print: (readState: () => Promise<State>) => Promise<{ contentType: string; text: string }>
}

/** What operators watch of this process and of the list, in the names of docs/operating.md. */
export function createMetrics(): Metrics {
  const register = new Registry()
  const registers = [register]
  collectDefaultMetrics({ register })
  const requests = new Histogram({
    name: 'firstchair_http_request_duration_seconds',
    help: 'Time until the answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  })
  const joins = new Counter({
    name: 'firstchair_joins_total',
    help: 'Requests to join that were answered by a batch: new people, and others',
    labelNames: ['outcome'],
    registers,
  })
  const batches = new Histogram({
    name: 'firstchair_join_batch_size',
    help: 'Requests that shared a transaction',
    buckets: [1, 2, 5, 10, 25, 50, 100, 250, 500],
    registers,
  })
  const batchSeconds = new Histogram({
    name: 'firstchair_join_batch_duration_seconds',
    help: 'Time of a transaction that people joined in',
    buckets: SECONDS,
    registers,
  })
  const pools = new Map<string, pg.Pool>()
  const connections = new Gauge({
    name: 'firstchair_pool_connections',
    help: 'Connections to the database in use and idle, and requests that wait for one',
    labelNames: ['pool', 'state'],
    registers,
  })
  const setState = stateGauges(registers)

  return {
    watch: (app) =>
      app.addHook('onResponse', ({ method, routeOptions }, { statusCode, elapsedTime }, done) => {
        requests.observe({ method, route: routeOptions.url ?? 'unknown', status: statusCode }, elapsedTime / 1_000)
        done()
      }),
    onBatch: ({ size, newcomers, seconds }) => {
      batches.observe(size)
      batchSeconds.observe(seconds)
      joins.inc({ outcome: 'new' }, newcomers)
      joins.inc({ outcome: 'other' }, size - newcomers)
    },
    watchPool: (name, pool) => void pools.set(name, pool),
    print: async (readState) => {
      for (const [pool, { totalCount, idleCount, waitingCount }] of pools) {
        connections.set({ pool, state: 'busy' }, totalCount - idleCount)
        connections.set({ pool, state: 'idle' }, idleCount)
        connections.set({ pool, state: 'waited_for' }, waitingCount)
      }
      setState(await readState().catch(() => null))
      return { contentType: register.contentType, text: await register.metrics() }
    },
  }
}

/** Gauges of what only the database knows. Null: it did not answer, and no old value is shown as a new one. */
function stateGauges(registers: Registry[]): (state: State | null) => void {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `firstchair_${name}`, help, labelNames, registers })
  const answers = gauge('database_up', 'Whether the database answered')
  const entries = gauge('entries', 'Entries on the list')
  const jobs = gauge('jobs', 'Jobs that are not finished', ['queue', 'state'])
  const ages = gauge('oldest_job_age_seconds', 'How long the oldest job that is due has waited', ['queue'])
  const deliveries = gauge('deliveries', 'Deliveries that are not done', ['channel', 'state'])
  const held = gauge('sending_held', 'Whether a restored list waits for its release')
  const backupAt = gauge('backup_last_success_timestamp_seconds', 'When the newest backup ended that can be restored')
  const backupFailed = gauge('backup_last_failed', 'Whether the newest attempt at a backup failed')
  return (state) => {
    for (const one of [jobs, ages, deliveries]) one.reset()
    // Without labels, a reset would say 0.
    for (const one of [entries, held, backupAt, backupFailed]) one.remove()
    answers.set(state ? 1 : 0)
    if (!state) return
    entries.set(state.entries)
    held.set(state.isHeld ? 1 : 0)
    for (const { queue, state: jobState, count, oldest } of state.jobs) {
      jobs.set({ queue, state: jobState }, count)
      if (oldest !== null) ages.set({ queue }, Math.max(oldest, 0))
    }
    for (const { channel, state: deliveryState, count } of state.deliveries)
      deliveries.set({ channel, state: deliveryState }, count)
    if (state.backupAt) backupAt.set(state.backupAt.getTime() / 1_000)
    backupFailed.set(state.isBackupFailed ? 1 : 0)
  }
}
