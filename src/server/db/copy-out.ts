import pg from 'pg'

/** Each row is a view of the driver's buffer: copy it to keep it. */
export function copyOut(db: pg.Pool | pg.Client, sql: string, onRow: (row: Buffer) => void): Promise<void> {
  const query = db.query.bind(db) as (query: CopyOut, done: (error: Error | null | undefined) => void) => unknown
  return new Promise((resolve, reject) => {
    query(new CopyOut(sql, onRow), (error) => (error ? reject(error) : resolve()))
  })
}

/** Only a subclass of the driver's own query can share a pipelined connection. */
class CopyOut extends pg.Query {
  readonly #onRow: (row: Buffer) => void

  constructor(sql: string, onRow: (row: Buffer) => void) {
    super(sql)
    this.#onRow = onRow
  }

  handleCopyData({ chunk }: { chunk: Buffer }) {
    this.#onRow(chunk)
  }
}
