import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Config } from '../config.ts'
import { StartFailure } from '../start-failure.ts'
import { claimDataDir, tryClaimDataDir } from './data-directory.ts'
import { type EmbeddedOptions, findRunning, startEmbedded } from './embedded-postgres.ts'
import type { Connection } from './pool.ts'

/** A database that can be connected to until it is closed. `describe` says which, for people, without the password. */
export type Database = { connection: Connection; describe: string; close(): Promise<void> }

type DatabaseConfig = Pick<Config, 'dataDir' | 'databaseUrl'>

/** `owner` is what another process is told that wants the same data directory. */
type OpenOptions = EmbeddedOptions & { owner: string }

const ATTACH_PATIENCE = 15_000

/** The server's database: the one at DATABASE_URL, or an embedded one that belongs to this process alone. */
export async function openDatabase(config: DatabaseConfig, { owner, ...options }: OpenOptions): Promise<Database> {
  if (config.databaseUrl) return openExternal(config.databaseUrl)
  return openEmbedded(config.dataDir, claimDataDir(config.dataDir, owner), options)
}

/** A command-line tool's database: the running server's, else one that is started for the tool's own time. */
export async function attachDatabase(config: DatabaseConfig, { owner, ...options }: OpenOptions): Promise<Database> {
  if (config.databaseUrl) return openExternal(config.databaseUrl)
  for (const end = Date.now() + ATTACH_PATIENCE; Date.now() < end; await pause(100)) {
    const claim = tryClaimDataDir(config.dataDir, owner)
    if (claim) return openEmbedded(config.dataDir, claim, options)
    const connection = await findRunning(config.dataDir)
    if (connection) return { connection, describe: describeEmbedded(config.dataDir), close: async () => {} }
  }
  throw new StartFailure(
    `Another process holds ${config.dataDir}, but its PostgreSQL does not come up. Stop that process, then try again.`,
  )
}

async function openEmbedded(dataDir: string, claim: { release(): void }, options: EmbeddedOptions): Promise<Database> {
  try {
    const embedded = await startEmbedded(dataDir, options)
    return {
      connection: embedded.connection,
      describe: describeEmbedded(dataDir),
      close: () => embedded.close().finally(claim.release),
    }
  } catch (error) {
    claim.release()
    throw error
  }
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
    return client
  } catch (cause) {
    throw new StartFailure(whyUnreachable(client, cause), { cause })
  } finally {
    await client?.end().catch(() => {})
  }
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
