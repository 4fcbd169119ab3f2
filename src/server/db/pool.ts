import pg from 'pg'

/** Where and how to reach the database, without pool settings. */
export type Connection = pg.ClientConfig

/** Anything a statement can run on: the pool, or a client inside a transaction. */
export type Queryable = Pick<pg.ClientBase, 'query'>

/** A client that has begun a transaction. */
export type Transaction = Queryable

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
  pool.on('connect', (client) => client.on('error', onError))
  return pool
}
