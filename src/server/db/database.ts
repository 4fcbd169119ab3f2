import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Config } from '../config.ts'
import { StartFailure } from '../start-failure.ts'
import { type Claim, claimDataDir, tryClaimDataDir } from './data-directory.ts'
import { type EmbeddedOptions, findRunning, startEmbedded } from './embedded-postgres.ts'
import type { Connection } from './pool.ts'

/** A database that can be connected to until it is closed. `describe` says which, for people, without the password. */
export type Database = { connection: Connection; describe: string; close(): Promise<void> }

type DatabaseConfig = Pick<Config, 'dataDir' | 'databaseUrl'>

const ATTACH_PATIENCE = 15_000

/** The oldest that knows every statement of the migrations. */
const OLDEST_VERSION = 15

/** The server's database: the one at DATABASE_URL, or an embedded one that belongs to this process alone. */
export async function openDatabase(config: DatabaseConfig, options: EmbeddedOptions): Promise<Database> {
  if (config.databaseUrl) return openExternal(config.databaseUrl)
  return openEmbedded(config.dataDir, claimDataDir(config.dataDir, options.owner), options)
}

/** A command-line tool's database: the running server's, else one that is started for the tool's own time. */
export async function attachDatabase(config: DatabaseConfig, options: EmbeddedOptions): Promise<Database> {
  if (config.databaseUrl) return openExternal(config.databaseUrl)
  for (const end = Date.now() + ATTACH_PATIENCE; Date.now() < end; await pause(100)) {
    const claim = tryClaimDataDir(config.dataDir, options.owner)
    if (claim) return openEmbedded(config.dataDir, claim, options)
    const connection = await findRunning(config.dataDir)
    if (connection) return { connection, describe: describeEmbedded(config.dataDir), close: async () => {} }
  }
  throw new StartFailure(
    `Another process holds ${config.dataDir}, but its PostgreSQL does not come up. Stop that process, then try again.`,
  )
}

async function openEmbedded(dataDir: string, claim: Claim, options: EmbeddedOptions): Promise<Database> {
  const embedded = await startEmbedded(dataDir, { claim, ...options })
  return { ...embedded, describe: describeEmbedded(dataDir) }
}

function describeEmbedded(dataDir: string): string {
  return `embedded PostgreSQL, data in ${dataDir}`
}

async function openExternal(connectionString: string): Promise<Database> {
  const { host, database } = await tryConnecting(connectionString)
  return {
    connection: { connectionString },
    describe: `PostgreSQL at ${host}, database ${database}`,
    close: async () => {},
  }
}

async function tryConnecting(connectionString: string): Promise<pg.Client> {
  let client: pg.Client | undefined
  try {
    client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 })
    await client.connect()
    await refuseOldVersion(client)
    return client
  } catch (cause) {
    if (cause instanceof StartFailure) throw cause
    throw new StartFailure(whyUnreachable(client, cause), { cause })
  } finally {
    await client?.end().catch(() => {})
  }
}

async function refuseOldVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string }>(`select current_setting('server_version_num') as version`)
  const major = Math.floor(Number(rows[0]?.version) / 10_000)
  if (major >= OLDEST_VERSION) return
  throw new StartFailure(
    `PostgreSQL at ${client.host}:${client.port} is version ${major}, and ${OLDEST_VERSION} is the oldest that will do. Upgrade it, or set DATABASE_URL to another.`,
  )
}

function whyUnreachable(client: pg.Client | undefined, error: unknown): string {
  const state = error instanceof pg.DatabaseError ? error.code : undefined
  const where = client ? `PostgreSQL at ${client.host}:${client.port}` : 'PostgreSQL'
  if (state === '28P01' || state === '28000')
    return `${where} refuses the user or password of DATABASE_URL. Please correct it.`
  if (state === '3D000')
    return `${where} has no database named ${client?.database}. Create it, or correct DATABASE_URL.`
  return `${where} cannot be reached (${reasonOf(error)}). Start it, or correct DATABASE_URL.`
}

/** Node tries each of a name's addresses, and wraps what came of it in an error without a message. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}
