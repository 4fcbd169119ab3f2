import pg from 'pg'

/**
 * Hands over each row of a `copy … to stdout` as PostgreSQL wrote it. The bytes are the driver's own: who wants to keep
 * them copies them, and does not hold up what else arrived with them.
 */
export async function copyOut(pool: pg.Pool, sql: string, onRow: (row: Buffer) => void): Promise<void> {
  // A promise, although the driver's types say otherwise.
  await pool.query(new CopyOut(sql, onRow))
}

/** A query of the driver's own kind, the only one that may share a pipelined connection. */
class CopyOut extends pg.Query {
  readonly #onRow: (row: Buffer) => void

  constructor(sql: string, onRow: (row: Buffer) => void) {
    super(sql)
    this.#onRow = onRow
  }

  /** The driver calls it for each row, and by itself does nothing. */
  handleCopyData({ chunk }: { chunk: Buffer }) {
    this.#onRow(chunk)
  }
}
