import { existsSync } from 'node:fs'
import { access, constants } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Config } from './base/config/config.ts'
import { defaultFrom } from './base/config/resolve.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase } from './db/opening/database.ts'
import { createColumnStore } from './listing/columns/column-store.ts'
import { prepareList } from './listing/prepare-list.ts'
import { createMetrics } from './operations/metrics.ts'
import { showPublished } from './publishing/sites.ts'
import { openSettings, type SettingsInForce } from './settings/in-force.ts'
import { createKeyring } from './settings/keyring.ts'
import { createPool, onOwnClient, type Patience, VISITORS_PATIENCE } from './db/pool.ts'
import type { App } from './http/route.ts'
import { BESIDE_REQUESTS, createFailureLog } from './base/log-failures.ts'

export async function openBase(config: Config, parts: AsyncDisposableStack) {
  const { token, port } = config.metrics
  const isWatched = token !== null || port !== null
  const metrics = isWatched
    ? createMetrics({
        hasNightlyBackups: () => settings.current().backup.folder !== null,
        folders: () => ({ data: config.dataDir, backups: settings.current().backup.folder }),
      })
    : undefined
  const log = createLog({ ask: () => pools.dashboard.query('select'), onFailure: metrics?.onFailure })
  const owner = `the server at ${addressOf(config, config.port)}`
  const database = await openDatabase(config, { owner, report: log.report })
  parts.defer(() => database.close())
  await reportUnwritable(config, log.report)
  const { connection } = database
  await migrate(connection)
  const open = (name: string, options: { max: number; patience?: Patience; prepared?: boolean }) => {
    const pool = createPool(connection, { name, onError: log.onError, ...options })
    parts.defer(() => pool.end())
    metrics?.watchPool(name, pool)
    return pool
  }
  const pools = {
    server: open('server', { max: 10, patience: VISITORS_PATIENCE, prepared: true }),
    dashboard: open('dashboard', { max: 4 }),
    jobs: open('deliveries', { max: 6 }),
  }
  const keyring = createKeyring(config)
  keyring.prepare()
  const madeFor = defaultFrom()
  await showPublished(pools.dashboard)
  const settings = await openSettings({ base: config, madeFor, db: pools.dashboard, keyring })
  reportProblems(settings, log.report)
  await onOwnClient(connection, (client) => prepareList(client, settings.current()))
  const columns = createColumnStore({ connection, onProblem: log.report })
  parts.defer(() => columns.close())
  return { metrics, log, database, pools, columns, settings }
}

export type Base = Awaited<ReturnType<typeof openBase>>

function createLog(options: Omit<Parameters<typeof createFailureLog>[0], 'write'>) {
  let log: App['log'] | undefined
  const write = (level: 'warn' | 'error', fields: object, sentence: string) =>
    log ? log[level](fields, sentence) : console.error(sentence)
  const { logFailure, ...rest } = createFailureLog({ write, ...options })
  return {
    logFailure,
    ...rest,
    onError: (error: Error) => logFailure(BESIDE_REQUESTS, error),
    report: (sentence: string) => write('warn', {}, sentence),
    writeTo: (app: App) => void (log = app.log),
  }
}

/** With a database elsewhere, nothing else writes to this folder before somebody leaves or a backup begins. */
async function reportUnwritable({ dataDir }: Config, report: (sentence: string) => void): Promise<void> {
  try {
    await access(nearestFolder(resolve(dataDir)), constants.W_OK | constants.X_OK)
  } catch (error) {
    report(`DATA_DIR cannot be written (${(error as Error).message}): until it can, nobody is erased.`)
  }
}

/** The folder itself, or the nearest one above it that exists. */
function nearestFolder(folder: string): string {
  return existsSync(folder) ? folder : nearestFolder(dirname(folder))
}

function reportProblems(settings: SettingsInForce, report: (sentence: string) => void) {
  const say = () => settings.problems().forEach(({ sentence }) => report(sentence))
  say()
  settings.onChange(say)
}

/** The address that a browser on this machine can open. */
export function addressOf({ host }: Config, port: number): string {
  const isLocal = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host)
  return `http://${isLocal ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`
}
