import { statfs } from 'node:fs/promises'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { OnBatch } from '../joining/join.ts'
import type { State } from './metrics-routes.ts'
import type { Pool } from '../db/query.ts'
import type { App } from '../http/route.ts'
import { ROUTES } from '#shared/routes.ts'

const STREAMS: string[] = [ROUTES.live.path]

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export type Metrics = {
  /** Event streams are counted while they are open. */
  watch: (app: App) => void
  onBatch: OnBatch
  /** By the message in the log. */
  onFailure: (what: string) => void
  watchPool: (name: string, pool: Pool) => void
  /** For Prometheus. If `readState` fails, its values are left out. */
  print: (readState: () => Promise<State>) => Promise<{ contentType: string; text: string }>
}

/** Under the names in docs/operating.md. `hasNightlyBackups`: also report that none has succeeded yet. */
export function createMetrics({
  hasNightlyBackups = () => false,
  folders = () => ({}),
}: { hasNightlyBackups?: () => boolean; folders?: () => Record<string, string | null> } = {}): Metrics {
  const register = new Registry()
  const registers = [register]
  collectDefaultMetrics({ register })
  const failures = new Counter({
    name: 'firstchair_background_failures_total',
    help: 'Failures of work beside requests, each with the words of the log',
    labelNames: ['what'],
    registers,
  })
  const pools = watchPools(registers)
  const disks = new Gauge({
    name: 'firstchair_disk_bytes',
    help: 'The disk of each folder that the server writes to: all of it, and what is free',
    labelNames: ['folder', 'what'],
    registers,
  })
  const setState = stateGauges(registers, hasNightlyBackups)

  return {
    watch: watchRequests(registers),
    onBatch: countJoins(registers),
    onFailure: (what) => failures.inc({ what }),
    watchPool: pools.add,
    print: async (readState) => {
      pools.count()
      await setDisks(disks, folders())
      setState(await readState().catch(() => null))
      return { contentType: register.contentType, text: await register.metrics() }
    },
  }
}

function watchRequests(registers: Registry[]): Metrics['watch'] {
  const requests = new Histogram({
    name: 'firstchair_http_request_duration_seconds',
    help: 'Time until the answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  })
  const streams = new Gauge({
    name: 'firstchair_event_streams',
    help: 'Requests for event streams that are open, by route',
    labelNames: ['route'],
    registers,
  })
  for (const route of STREAMS) streams.set({ route }, 0)
  return (app) => {
    app.addHook('onRequest', ({ routeOptions: { url: route = '' } }, { raw }, done) => {
      if (STREAMS.includes(route)) {
        streams.inc({ route })
        raw.once('close', () => streams.dec({ route }))
      }
      done()
    })
    app.addHook('onResponse', ({ method, routeOptions }, { statusCode, elapsedTime }, done) => {
      const { url: route = 'unknown' } = routeOptions
      // A stream lasts as long as somebody listens.
      if (statusCode !== 200 || !STREAMS.includes(route))
        requests.observe({ method, route, status: statusCode }, elapsedTime / 1_000)
      done()
    })
  }
}

function countJoins(registers: Registry[]): OnBatch {
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
  return ({ size, newcomers, seconds }) => {
    batches.observe(size)
    batchSeconds.observe(seconds)
    joins.inc({ outcome: 'new' }, newcomers)
    joins.inc({ outcome: 'other' }, size - newcomers)
  }
}

function watchPools(registers: Registry[]) {
  const pools = new Map<string, Pool>()
  const connections = new Gauge({
    name: 'firstchair_pool_connections',
    help: 'Connections to the database in use and idle, and requests that wait for one',
    labelNames: ['pool', 'state'],
    registers,
  })
  return {
    add: (name: string, pool: Pool) => void pools.set(name, pool),
    count() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of pools) {
        connections.set({ pool, state: 'busy' }, totalCount - idleCount)
        connections.set({ pool, state: 'idle' }, idleCount)
        connections.set({ pool, state: 'waited_for' }, waitingCount)
      }
    },
  }
}

async function setDisks(disks: Gauge, folders: Record<string, string | null>): Promise<void> {
  disks.reset()
  for (const [folder, path] of Object.entries(folders)) {
    const disk = path === null ? null : await statfs(path).catch(() => null)
    if (!disk) continue
    disks.set({ folder, what: 'all' }, disk.blocks * disk.bsize)
    disks.set({ folder, what: 'free' }, disk.bavail * disk.bsize)
  }
}

/** Null: the database did not answer, so the old values are removed. */
function stateGauges(registers: Registry[], hasNightlyBackups: () => boolean): (state: State | null) => void {
  const gauge = gaugesIn(registers)
  const answers = gauge('database_up', 'Whether the database answered')
  const entries = gauge('entries', 'Entries on the list')
  const uncounted = gauge('uncounted_joins', 'Joins that lists and figures lack yet')
  const uncountedAge = gauge(
    'oldest_uncounted_age_seconds',
    'How long the oldest event that lists and figures lack has waited; 0: none waits',
  )
  const setAside = gauge('unlisted_entries', 'Entries that cannot be listed, and are tried again')
  const undone = gauge('outbox', 'Deliveries and other work that is not done', ['channel', 'state'])
  const ages = gauge('outbox_oldest_due_age_seconds', 'How long the oldest work that is due has waited', ['channel'])
  const failures = gauge('task_failures', 'How often recurring work failed since it last succeeded', ['task'])
  const held = gauge('sending_held', 'Whether a restored list waits for its release')
  const setBackups = backupGauges(registers, hasNightlyBackups)
  return (state) => {
    for (const one of [undone, ages, failures]) one.reset()
    // For a gauge without labels, a reset would report 0.
    for (const one of [entries, uncounted, uncountedAge, setAside, held]) one.remove()
    setBackups(state)
    answers.set(state ? 1 : 0)
    if (!state) return
    entries.set(state.entries)
    uncounted.set(state.behind.joins)
    uncountedAge.set(state.behind.age)
    setAside.set(state.behind.set_aside)
    held.set(state.isHeld ? 1 : 0)
    for (const task of state.tasks) failures.set({ task: task.name }, task.failures)
    for (const { channel, state: name, count, oldest } of state.undone) {
      undone.set({ channel, state: name }, count)
      if (oldest !== null) ages.set({ channel }, Math.max(oldest, 0))
    }
  }
}

function backupGauges(registers: Registry[], hasNightlyBackups: () => boolean): (state: State | null) => void {
  const gauge = gaugesIn(registers)
  const succeededAt = gauge(
    'backup_last_success_timestamp_seconds',
    'When the newest backup ended that can be restored; 0: none yet',
  )
  const hasFailed = gauge('backup_last_failed', 'Whether the newest attempt at a backup failed')
  return (state) => {
    for (const one of [succeededAt, hasFailed]) one.remove()
    if (!state) return
    if (state.backupAt) succeededAt.set(state.backupAt.getTime() / 1_000)
    else if (hasNightlyBackups()) succeededAt.set(0)
    hasFailed.set(state.isBackupFailed ? 1 : 0)
  }
}

function gaugesIn(registers: Registry[]) {
  return (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `firstchair_${name}`, help, labelNames, registers })
}
