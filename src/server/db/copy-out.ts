import pg from 'pg'

/**
 * Passes each row of a `copy … to stdout` to `onRow` as PostgreSQL wrote it. The row is a view of the driver's buffer:
 * copy it to keep it, because a view that is kept holds the whole buffer in memory.
 */
export function copyOut(db: pg.Pool | pg.Client, sql: string, onRow: (row: Buffer) => void): Promise<void> {
  // A pool and a client both accept a query object and a callback, although their types do not declare it.
  const query = db.query.bind(db) as (query: CopyOut, done: (error: Error | null | undefined) => void) => unknown
  return new Promise((resolve, reject) => {
    query(new CopyOut(sql, onRow), (error) => (error ? reject(error) : resolve()))
  })
}

/** A subclass of the driver's own query, the only kind that can share a pipelined connection. */
class CopyOut extends pg.Query {
  readonly #onRow: (row: Buffer) => void

  constructor(sql: string, onRow: (row: Buffer) => void) {
    super(sql)
    this.#onRow = onRow
  }

  /** The driver calls this for each row; its own implementation does nothing. */
  handleCopyData({ chunk }: { chunk: Buffer }) {
    this.#onRow(chunk)
  }
}
