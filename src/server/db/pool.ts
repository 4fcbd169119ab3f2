import pg from 'pg'
import { Client, ConnectionError, reasonOf, type Connection } from './client.ts'
import { DEADLINES } from '../base/deadlines.ts'

type OnConnected = Parameters<pg.Pool['connect']>[0]

/** Throws a ConnectionError for every statement without an answer. */
class Pool extends pg.Pool {
  override connect = ((callback?: OnConnected) => {
    if (!callback) return super.connect().catch((cause) => Promise.reject(toConnectionError(cause)))
    super.connect((cause, client, release) => callback(cause && toConnectionError(cause), client, release))
  }) as pg.Pool['connect']

  override query = ((...args: unknown[]) => {
    const query = super.query.bind(this) as (...args: unknown[]) => unknown
    return marked(query(...args))
  }) as pg.Pool['query']
}

class PooledClient extends Client {
  override query = ((...args: unknown[]) => {
    const query = super.query.bind(this) as (...args: unknown[]) => unknown
    return marked(query(...args))
  }) as pg.Client['query']
}

class PreparingClient extends Client {
  readonly #names = new Map<string, string>()
  #isCorked = false

  override query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
    this.#cork()
    const query = super.query.bind(this) as (...args: unknown[]) => unknown
    if (typeof text !== 'string' || !Array.isArray(values)) return marked(query(text, values, ...rest))
    const name = this.#names.get(text) ?? `s${this.#names.size}`
    this.#names.set(text, name)
    return marked(query({ name, text, values }, ...rest))
  }) as pg.Client['query']

  /** Each write wakes a PostgreSQL process. */
  #cork() {
    if (this.#isCorked) return
    this.#isCorked = true
    const { stream } = this.connection
    stream.cork()
    process.nextTick(() => {
      this.#isCorked = false
      stream.uncork()
    })
  }
}

function marked(answer: unknown): unknown {
  return answer instanceof Promise ? answer.catch(markAndThrow) : answer
}

function markAndThrow(error: unknown): never {
  throw error instanceof pg.DatabaseError ? error : toConnectionError(error)
}

function toConnectionError(cause: unknown): ConnectionError {
  return cause instanceof ConnectionError ? cause : new ConnectionError(reasonOf(cause), { cause })
}

type PoolOptions = {
  max: number
  name: string
  onError: (error: Error) => void
  patience?: Patience | undefined
  prepared?: boolean
}

/** In milliseconds. After `answer`, a silent connection is given up. */
export type Patience = { lock: number; statement: number; answer: number }

const PATIENCE: Patience = { lock: 5_000, statement: 15_000, answer: 20_000 }

/**
 * Before the visitor's deadline, so that the answer names the stage that failed. A silent connection is given up after
 * it, because its statement may succeed.
 */
export const VISITORS_PATIENCE: Patience = { lock: 5_000, statement: 6_000, answer: DEADLINES.visitors + 500 }

/** The statements of a client that are sent together share a round trip. */
export function createPool(
  connection: Connection,
  { max, name, onError, patience = PATIENCE, prepared }: PoolOptions,
): pg.Pool {
  const timeouts = `set idle_in_transaction_session_timeout = '10s'; set statement_timeout = ${patience.statement};
    set lock_timeout = ${patience.lock}`
  const options: pg.PoolConfig & { session: string } = {
    ...connection,
    ...(prepared
      ? { Client: PreparingClient, session: `${timeouts}; ${KEEP_PLANS}` }
      : { Client: PooledClient, session: timeouts }),
    max,
    application_name: `firstchair ${name}`,
    connectionTimeoutMillis: 5_000,
    query_timeout: patience.answer,
    pipeline: true,
  }
  const pool = new Pool(options)
  pool.on('error', (error) => pool.ending || onError(error))
  return pool
}

/**
 * Each statement is planned once per connection. A plan for a small table would keep reading all of it as it grows, and
 * a generic plan would start parallel workers (docs/decisions/0041-one-joining-rule.md).
 */
const KEEP_PLANS = `set plan_cache_mode = force_generic_plan; set enable_seqscan = off; set enable_hashjoin = off;
  set enable_mergejoin = off; set max_parallel_workers_per_gather = 0`

export async function onOwnClient<Result>(
  connection: Connection,
  work: (client: pg.Client) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const client = new Client({ ...connection, application_name: 'firstchair maintenance' })
  await client.connect()
  const end = () => void client.end()
  signal?.addEventListener('abort', end)
  try {
    signal?.throwIfAborted()
    return await work(client)
  } finally {
    signal?.removeEventListener('abort', end)
    await client.end()
  }
}
