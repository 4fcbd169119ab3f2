import pg from 'pg'

/** Where and how to reach the database, without pool settings. */
export type Connection = pg.ClientConfig

/** Anything a statement can run on: the pool, or a client inside a transaction. */
export type Queryable = Pick<pg.ClientBase, 'query'>

/** A client that has begun a transaction. A pool is none: each of its statements may run elsewhere. */
export type Transaction = pg.ClientBase

type PoolOptions = { max: number; name: string; onError: (error: Error) => void }

/**
 * A pool whose time-outs keep a stuck database from holding a visitor, and whose lost connections are reported
 * instead of ending the process. Statements of a client are pipelined: those sent together share a round trip.
 */
export function createPool(connection: Connection, { max, name, onError }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    max,
    application_name: `firstchair ${name}`,
    connectionTimeoutMillis: 5_000,
    idle_in_transaction_session_timeout: 10_000,
    statement_timeout: 15_000,
    query_timeout: 20_000,
    lock_timeout: 5_000,
    pipeline: true,
  })
  pool.on('error', onError)
  // While it is in use, the statements of a lost connection say so by themselves.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Runs work that may take its time on a connection of its own, without time-outs. */
export async function onOwnClient<Result>(
  connection: Connection,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ ...connection, application_name: 'firstchair maintenance' })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
