import type pg from 'pg'
import { DEADLINES } from '../base/deadlines.ts'
import { Client, type Connection } from './client.ts'
import { Pool, PooledClient, PreparingClient } from './pooled-client.ts'

export type Queryable = Pick<pg.ClientBase, 'query'>

/** Never a pool, whose statements may run on different connections. */
export type Transaction = pg.ClientBase

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
