import type { Socket } from 'node:net'
import { callbackify } from 'node:util'
import pg from 'pg'

export type Connection = pg.ClientConfig & {
  connectionStrings?: string[]
}

type ClientConfig = Connection & {
  session?: string
}

const PATIENCE_PER_HOST = 2_000

/** Not every connection waits for a host that did not answer. */
const TRIED_LAST_FOR = 30_000

/**
 * After this idle time, TCP keepalive checks whether the machine is up: otherwise work without a timeout would wait
 * forever for one that lost its power.
 */
const ASK_AFTER_MS = 10_000

/**
 * It warns when somebody cancels a commit's wait for a standby: PostgreSQL then reports success, although only the
 * primary has the commit.
 */
const WAIT_FOR_STANDBY = 'SyncRepWaitForLSN'

/** Compiling (JIT) takes seconds; PostgreSQL decides by the estimated cost, which our planner settings make huge. */
const NO_COMPILING = 'set jit = off'

const ASK_READ_ONLY = 'show transaction_read_only'

/** Settings are statements, because poolers refuse startup messages with settings that they do not know. */
export class Client extends pg.Client {
  readonly #config: ClientConfig

  constructor(config: ClientConfig = {}) {
    super(config)
    this.#config = config
    this.on('error', () => {})
    this.connection.on('notice', ({ routine }) => {
      if (routine === WAIT_FOR_STANDBY) this.#giveUp()
    })
  }

  /** The warning arrives before the driver resolves the commit. */
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

export async function requireWritable(client: pg.Client, session = ''): Promise<void> {
  const answers: unknown = await client.query(`${session}; ${ASK_READ_ONLY}`)
  const { rows } = [answers].flat().at(-1) as pg.QueryResult<{ transaction_read_only: string }>
  if (rows[0]?.transaction_read_only !== 'on') return
  throw new ReadOnlyError(`PostgreSQL at ${client.host}:${client.port} can only be read at present`)
}

/** The statement may have been carried out. */
export class ConnectionError extends Error {
  override name = 'ConnectionError'
}

export class ReadOnlyError extends Error {
  override name = 'ReadOnlyError'
}

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

/** Node wraps the errors of a host name's addresses in an AggregateError without a message. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && !error.message) return error.errors.map(reasonOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}

/** Bad value, broken constraint, limit exceeded. */
export function isDataError(error: unknown): boolean {
  return /^(22|23|54)/.test(sqlState(error) ?? '')
}

export function isConflict(error: unknown): boolean {
  return ['40001', '40P01'].includes(sqlState(error) ?? '')
}

export function isLockTimeout(error: unknown): boolean {
  return sqlState(error) === '55P03'
}

export function isTakenAlong(error: unknown): boolean {
  return sqlState(error) === '25P02'
}

export function isRefusedLogin(error: unknown): boolean {
  return ['28P01', '28000'].includes(sqlState(error) ?? '')
}

export function isDuplicateTable(error: unknown): boolean {
  return sqlState(error) === '42P07'
}

export function isForbidden(error: unknown): boolean {
  return ['42501', '3F000'].includes(sqlState(error) ?? '')
}

export function isReadOnly(error: unknown): boolean {
  return sqlState(error) === '25006'
}

/** The connection is still usable: neither lost (08) nor stopped (57). */
export function isStatementError(error: unknown): boolean {
  const state = sqlState(error)
  return state !== undefined && !/^(08|57)/.test(state) && !isReadOnly(error)
}

export function isUnavailable(error: unknown): boolean {
  return error instanceof ConnectionError || isReadOnly(error) || /^(08|53|57|55P03)/.test(sqlState(error) ?? '')
}

export function brokenColumn(error: unknown): string | undefined {
  return causeOf(error)?.column
}

export function sqlState(error: unknown): string | undefined {
  return causeOf(error)?.code
}

function causeOf(error: unknown): pg.DatabaseError | undefined {
  const told = error instanceof Error && error.cause ? error.cause : error
  return told instanceof pg.DatabaseError ? told : undefined
}
