const COMMA = 0x2c

/** As many lines as fit into memory that is used again and again. */
export type CsvPage = {
  clear: () => void
  /** Takes a number, a comma and a line, as `copy` sends them. What does not fit is left out, and all that follows. */
  add: (row: Buffer) => void
  lines: () => Buffer
  /** The number before the last line; null without any. */
  last: () => number | null
}

export function createCsvPage(bytes: number): CsvPage {
  const page = Buffer.allocUnsafeSlow(bytes)
  let end = 0
  let last: number | null = null
  let isFull = false
  return {
    clear() {
      end = 0
      last = null
      isFull = false
    },
    add(row) {
      isFull ||= end + row.length > bytes
      if (isFull) return
      const comma = row.indexOf(COMMA)
      last = Number(row.toString('latin1', 0, comma))
      // By way of a string, not from buffer to buffer: strings make V8 collect its young garbage more often, and with it
      // the buffers of the driver, whose size V8 does not heed. It halves what the server takes for an export.
      end += page.write(`${row.toString('latin1', comma + 1, row.length - 1)}\r\n`, end, 'latin1')
    },
    lines: () => page.subarray(0, end),
    last: () => last,
  }
}
