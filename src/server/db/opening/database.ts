import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../../base/config/config.ts'
import { diskFull, findFull, StartFailure } from '../../base/start-failure.ts'
import { Client, type Connection, isRefusedLogin, ReadOnlyError, reasonOf, requireWritable } from '../client.ts'
import { type Claim, claimDataDir, tryClaimDataDir } from '../data-directory.ts'
import { type EmbeddedOptions, findRunning, startEmbedded } from '../embedded/postgres.ts'
import pg from 'pg'
import { addressesOf } from '../../base/config/database-url.ts'
import type { Queryable } from '../query.ts'

type Database = { connection: Connection; describe: string; close(): Promise<void> }

type DatabaseConfig = Pick<Config, 'dataDir' | 'databaseUrl'>

const ATTACH_PATIENCE = 15_000

export async function openDatabase(config: DatabaseConfig, options: EmbeddedOptions): Promise<Database> {
  if (config.databaseUrl) return openExternal(config.databaseUrl)
  return openEmbedded(config.dataDir, claimDataDir(config.dataDir, options.owner), options)
}

export async function attachDatabase(config: DatabaseConfig, options: EmbeddedOptions): Promise<Database> {
  if (config.databaseUrl) return openExternal(config.databaseUrl)
  for (const end = Date.now() + ATTACH_PATIENCE; Date.now() < end; await pause(100)) {
    const claim = tryClaimDataDir(config.dataDir, options.owner)
    if (claim) return openEmbedded(config.dataDir, claim, options)
    const connection = await findRunning(config.dataDir)
    if (connection) return { connection, describe: describeEmbedded(config.dataDir), close: async () => {} }
    const full = findFull(config.dataDir)
    if (full) throw diskFull(full)
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

async function openExternal(databaseUrl: string): Promise<Database> {
  return { ...(await findExternal(databaseUrl)), close: async () => {} }
}

const OLDEST_VERSION = 15
const PATIENCE = { connectionTimeoutMillis: 10_000, query_timeout: 10_000 }

async function findExternal(databaseUrl: string): Promise<{ connection: Connection; describe: string }> {
  const connectionStrings = addressesOf(databaseUrl)
  const found = await findUsable(connectionStrings)
  const connection: Connection = { connectionString: connectionStrings[0] }
  if (connectionStrings.length > 1) connection.connectionStrings = connectionStrings
  await refuseLending(connection, found)
  return { connection, describe: `PostgreSQL at ${found.host}, database ${found.database}` }
}

async function findUsable(connectionStrings: string[]): Promise<pg.Client> {
  const failures: StartFailure[] = []
  for (const connectionString of connectionStrings) {
    try {
      return await tryOut(connectionString)
    } catch (error) {
      if (!(error instanceof StartFailure)) throw error
      failures.push(error)
    }
  }
  if (failures.length === 1) throw failures[0]!
  throw new StartFailure(`No host of DATABASE_URL can be used.\n${failures.map(({ message }) => message).join('\n')}`)
}

async function tryOut(connectionString: string): Promise<pg.Client> {
  let client: pg.Client | undefined
  try {
    client = new pg.Client({ connectionString, ...PATIENCE })
    client.on('error', () => {})
    await client.connect()
    await refuseOldVersion(client)
    await requireWritable(client)
    return client
  } catch (cause) {
    if (cause instanceof StartFailure) throw cause
    throw new StartFailure(whyUnusable(client, cause), { cause })
  } finally {
    await client?.end().catch(() => {})
  }
}

async function refuseOldVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string }>(`select current_setting('server_version_num') as version`)
  const major = Math.floor(Number(rows[0]?.version) / 10_000)
  if (major >= OLDEST_VERSION) return
  throw new StartFailure(
    `PostgreSQL at ${client.host}:${client.port} is version ${major}, and ${OLDEST_VERSION} is the oldest that works. Upgrade it, or set DATABASE_URL to another.`,
  )
}

function whyUnusable(client: pg.Client | undefined, error: unknown): string {
  const state = error instanceof pg.DatabaseError ? error.code : undefined
  const where = client ? `PostgreSQL at ${client.host}:${client.port}` : 'PostgreSQL'
  if (error instanceof ReadOnlyError)
    return `${where} can only be read: it is a standby, or default_transaction_read_only is on. Set DATABASE_URL to one that can be written to, or name all hosts in it.`
  if (isUntrusted(error))
    return `${where} has a certificate that cannot be verified (${reasonOf(error)}). ${OF_AN_AUTHORITY}`
  if (isOf(error, /does not support SSL/))
    return `${where} has no TLS, and sslmode in DATABASE_URL asks for it. Switch TLS on there, or remove sslmode.`
  if (isOf(error, /no encryption|SSL off/))
    return `${where} only takes encrypted connections. Add ?sslmode=verify-full to DATABASE_URL. ${OF_AN_AUTHORITY}`
  if (isOf(error, /no pg_hba\.conf entry/))
    return `${where} takes no connections from this machine. Allow its address and user there (in pg_hba.conf, or in your provider's settings).`
  if (isOf(error, /^E\w+: .*, open /))
    return `A file of DATABASE_URL cannot be read (${reasonOf(error)}). Correct the path in sslrootcert, sslcert or sslkey.`
  if (isRefusedLogin(error)) return `${where} refuses the user or password of DATABASE_URL. Please correct it.`
  if (state === '3D000')
    return `${where} has no database named ${client?.database}. Create it, or correct DATABASE_URL.`
  return `${where} cannot be reached (${reasonOf(error)}). Start it, or correct DATABASE_URL.`
}

const OF_AN_AUTHORITY =
  'If your provider has an authority of its own, download its certificate and add sslmode=verify-full&sslrootcert=/path/to/it.pem to DATABASE_URL.'

function isUntrusted(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /CERT|UNABLE_TO_VERIFY|HOSTNAME_MISMATCH/.test(code)
}

function isOf(error: unknown, pattern: RegExp): boolean {
  return error instanceof Error && pattern.test(error.message)
}

async function refuseLending(connection: Connection, { host, port }: pg.Client): Promise<void> {
  const connect = () => new Client({ ...connection, ...PATIENCE })
  const clients: [Client, Client] = [connect(), connect()]
  try {
    await Promise.all(clients.map((client) => client.connect()))
    if (!(await areLent(clients))) return
  } catch (cause) {
    throw new StartFailure(
      `PostgreSQL at ${host}:${port} does not take several connections at once (${reasonOf(cause)}). Let it take 30 connections, or correct DATABASE_URL.`,
      { cause },
    )
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})))
  }
  throw new StartFailure(
    `The pooler at ${host}:${port} lends a connection for one transaction or statement at a time, and the server needs its connections for itself. Set the pooler to session mode (pool_mode = session in PgBouncer), or set DATABASE_URL to PostgreSQL's own address.`,
  )
}

/** By chance, a pooler that serves others too may give each connection a process of its own. */
const ROUNDS = 5

export async function areLent([one, other]: [Queryable, Queryable]): Promise<boolean> {
  const met = new Map<number, Queryable>()
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const connection of [one, other, other]) {
      const { rows } = await connection.query<{ pid: number }>('select pg_backend_pid() as pid')
      const pid = rows[0]!.pid
      if (met.has(pid) && met.get(pid) !== connection) return true
      met.set(pid, connection)
    }
  }
  return met.size > 2
}
