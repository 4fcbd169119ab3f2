import type { Socket } from 'node:net'
import { callbackify } from 'node:util'
import pg from 'pg'

/** Where and how to reach the database, without pool settings. */
export type Connection = pg.ClientConfig & {
  /** Used instead of `connectionString`: one connection string for each host. Any host may be the writable one. */
  connectionStrings?: string[]
}

type ClientConfig = Connection & {
  /** Statements that run first on each new connection. */
  session?: string
}

/** Milliseconds that a host has to answer before the client tries the next. */
const PATIENCE_PER_HOST = 2_000

/** For this many milliseconds, a host that did not answer is tried last, so that not every connection waits for it. */
const TRIED_LAST_FOR = 30_000

/**
 * The idle time after which TCP keepalive checks whether the database's machine is still up. Without it, work that has
 * no timeout (a backup, a migration) would wait forever for a machine that lost its power. It does not detect a
 * PostgreSQL that hangs.
 */
const ASK_AFTER_MS = 10_000

/**
 * The PostgreSQL function that warns when somebody cancels a commit's wait for a standby. PostgreSQL then reports
 * success, although only the primary has the commit.
 */
const WAIT_FOR_STANDBY = 'SyncRepWaitForLSN'

/**
 * Compiling (JIT) takes seconds, longer than any statement of ours. PostgreSQL decides by the estimated cost, which our
 * settings of the planner make huge. See docs/decisions/0018-one-process.md.
 */
const NO_COMPILING = 'set jit = off'

/** PostgreSQL answers 'on' for a read-only database, and also for a standby. */
const ASK_READ_ONLY = 'show transaction_read_only'

/**
 * A connection to a database that can be written to; with several hosts, to the first writable one. Settings are sent
 * as statements, because poolers refuse connections whose startup message has settings that they do not know.
 */
export class Client extends pg.Client {
  readonly #config: ClientConfig

  constructor(config: ClientConfig = {}) {
    super(config)
    this.#config = config
    // Statements in progress on a lost connection fail with the same error.
    this.on('error', () => {})
    this.connection.on('notice', ({ routine }) => {
      if (routine === WAIT_FOR_STANDBY) this.#giveUp()
    })
  }

  /**
   * Fails every statement in progress, as if the connection were lost. The warning arrives before the driver resolves
   * the commit.
   */
  #giveUp() {
    this.connection.emit(
      'error',
      new ConnectionError('PostgreSQL stopped waiting for a standby: only the primary has the commit'),
    )
    this.connection.stream.destroy()
  }

  override connect = ((callback?: (error: Error | null) => void) => {
    return callback ? callbackify(() => this.#connect())(callback) : this.#connect()
  }) as pg.Client['connect']

  async #connect(): Promise<this> {
    const { connectionStrings, session = '' } = this.#config
    if (connectionStrings) {
      const { host, port } = await findWritable(connectionStrings)
      Object.assign(this, { host, port })
    }
    await super.connect()
    const stream = this.connection.stream as Socket
    stream.setKeepAlive(true, ASK_AFTER_MS)
    try {
      await requireWritable(this, `${NO_COMPILING}; ${session}`)
      return this
    } catch (error) {
      await this.end()
      throw error
    }
  }
}

/** Rejects while the database is read-only. `session` runs first, in the same round trip. */
export async function requireWritable(client: pg.Client, session = ''): Promise<void> {
  const answers: unknown = await client.query(`${session}; ${ASK_READ_ONLY}`)
  const { rows } = [answers].flat().at(-1) as pg.QueryResult<{ transaction_read_only: string }>
  if (rows[0]?.transaction_read_only !== 'on') return
  throw new ReadOnlyError(`PostgreSQL at ${client.host}:${client.port} can only be read at present`)
}

/** The database did not answer, or the connection to it was lost. The statement may have been carried out. */
export class ConnectionError extends Error {
  override name = 'ConnectionError'
}

/** The database is a standby, or has `default_transaction_read_only` on. */
export class ReadOnlyError extends Error {
  override name = 'ReadOnlyError'
}

/** The time at which each host last failed to answer, as `performance.now()`, by its connection string. */
const silentAt = new Map<string, number>()

async function findWritable(connectionStrings: string[]): Promise<{ host: string; port: number }> {
  const reasons: unknown[] = []
  for (const connectionString of silentLast(connectionStrings)) {
    const begun = performance.now()
    const client = new pg.Client({
      connectionString,
      connectionTimeoutMillis: PATIENCE_PER_HOST,
      query_timeout: PATIENCE_PER_HOST,
    })
    client.on('error', () => {})
    try {
      await client.connect()
      await requireWritable(client)
      return client
    } catch (error) {
      reasons.push(error)
      if (performance.now() - begun > PATIENCE_PER_HOST / 2) silentAt.set(connectionString, begun)
    } finally {
      await client.end().catch(() => {})
    }
  }
  throw new AggregateError(reasons, `no host of DATABASE_URL can be written to (${reasons.map(reasonOf).join('; ')})`)
}

function silentLast(connectionStrings: string[]): string[] {
  const isSilent = (one: string) => performance.now() - (silentAt.get(one) ?? -Infinity) < TRIED_LAST_FOR
  return [...connectionStrings.filter((one) => !isSilent(one)), ...connectionStrings.filter(isSilent)]
}

/**
 * The message of an error. Node tries all addresses of a host name, and wraps their errors in an AggregateError without
 * a message.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && !error.message) return error.errors.map(reasonOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}
