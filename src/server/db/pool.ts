import type pg from 'pg'
import { DEADLINES } from '../base/deadlines.ts'
import { Client, type Connection } from './client.ts'
import { Pool, PooledClient, PreparingClient } from './pooled-client.ts'

/** Anything that can run a statement: the pool, or a client in a transaction. */
export type Queryable = Pick<pg.ClientBase, 'query'>

/**
 * A client that has begun a transaction. Do not pass a pool, because each of its statements may run on another
 * connection.
 */
export type Transaction = pg.ClientBase

type PoolOptions = {
  max: number
  name: string
  onError: (error: Error) => void
  patience?: Patience | undefined
  /** Prepares statements. Use it for a small, fixed set of frequent statements. */
  prepared?: boolean
}

/**
 * How long a pool waits, in milliseconds. PostgreSQL ends a wait for a lock after `lock`, and a statement after
 * `statement`. A connection without an answer is given up after `answer`, and the next statement gets a new one.
 */
export type Patience = { lock: number; statement: number; answer: number }

const PATIENCE: Patience = { lock: 5_000, statement: 15_000, answer: 20_000 }

/**
 * PostgreSQL reports a slow statement before the visitor's deadline, so that the answer names the stage of joining that
 * failed. A connection without an answer is given up only after that deadline, because its statement may still
 * succeed.
 */
export const VISITORS_PATIENCE: Patience = { lock: 5_000, statement: 6_000, answer: DEADLINES.visitors + 500 }

/**
 * A pool with timeouts, so that a stuck database does not hold up visitors. It reports lost connections instead of
 * ending the process. It pipelines the statements of a client: those that are sent together share a round trip.
 */
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
  // PostgreSQL may stop, or close a connection, before it has read that the pool has ended.
  pool.on('error', (error) => pool.ending || onError(error))
  return pool
}

/**
 * Makes PostgreSQL parse and plan each statement once per connection. A plan that was made for a small table would keep
 * reading the whole table as it grows, so the settings rule such plans out. A generic plan does not know how few rows
 * it will read and would start parallel workers, so these are off. See docs/decisions/0041-one-joining-rule.md.
 */
const KEEP_PLANS = `set plan_cache_mode = force_generic_plan; set enable_seqscan = off; set enable_hashjoin = off;
  set enable_mergejoin = off; set max_parallel_workers_per_gather = 0`

/**
 * Runs slow work on a separate connection, without timeouts. When the signal aborts, the connection ends and the work
 * fails.
 */
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
