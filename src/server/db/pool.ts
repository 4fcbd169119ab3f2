import pg from 'pg'
import { Client, type Connection } from './client.ts'

/** Anything that can run a statement: the pool, or a client in a transaction. */
export type Queryable = Pick<pg.ClientBase, 'query'>

/** A client that has begun a transaction. A pool is not one: each of its statements may run on another connection. */
export type Transaction = pg.ClientBase

type PoolOptions = {
  max: number
  name: string
  onError: (error: Error) => void
  /** Prepares statements. Use it for a small, fixed set of frequent statements. */
  prepared?: boolean
}

const TIMEOUTS = `set idle_in_transaction_session_timeout = '10s'; set statement_timeout = '15s'; set lock_timeout = '5s'`

/**
 * A pool with time-outs, so that a stuck database does not hold up visitors. It reports lost connections instead of
 * ending the process. It pipelines the statements of a client: those that are sent together share a round trip.
 */
export function createPool(connection: Connection, { max, name, onError, prepared }: PoolOptions): pg.Pool {
  const options: pg.PoolConfig & { session: string } = {
    ...connection,
    ...(prepared ? { Client: PreparingClient, session: `${TIMEOUTS}; ${KEEP_PLANS}` } : { Client, session: TIMEOUTS }),
    max,
    application_name: `firstchair ${name}`,
    connectionTimeoutMillis: 5_000,
    query_timeout: 20_000,
    pipeline: true,
  }
  const pool = new pg.Pool(options)
  pool.on('error', onError)
  return pool
}

/**
 * Makes PostgreSQL parse and plan each statement once per connection. A plan that was made for a small table would keep
 * reading the whole table as it grows, so the settings rule such plans out. A generic plan does not know how few rows
 * it will read and would start parallel workers, so they are off. See
 * docs/decisions/0017-generic-plans-for-visitor-statements.md.
 */
const KEEP_PLANS = `set plan_cache_mode = force_generic_plan; set enable_seqscan = off; set enable_hashjoin = off;
  set enable_mergejoin = off; set max_parallel_workers_per_gather = 0`

class PreparingClient extends Client {
  readonly #names = new Map<string, string>()
  #isCorked = false

  override query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
    this.#cork()
    const query = super.query.bind(this) as (...args: unknown[]) => unknown
    if (typeof text !== 'string' || !Array.isArray(values)) return query(text, values, ...rest)
    const name = this.#names.get(text) ?? `s${this.#names.size}`
    this.#names.set(text, name)
    return query({ name, text, values }, ...rest)
  }) as pg.Client['query']

  /** Each write wakes a PostgreSQL process, so statements that are sent together go out in one write. */
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

/** Runs slow work on a separate connection, without time-outs. */
export async function onOwnClient<Result>(
  connection: Connection,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ ...connection, application_name: 'firstchair maintenance' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
