const COMMA = 0x2c

/** A reusable buffer that holds as many lines as fit. */
export type CsvPage = {
  clear: () => void
  /**
   * Adds a row of a number, a comma and a line, as `copy` sends it. Once a row does not fit, it and all later rows are
   * left out.
   */
  add: (row: Buffer) => void
  lines: () => Buffer
  /** The number of the last line in the page; null if the page is empty. */
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
      // Copies by way of a string: strings make V8 collect young garbage more often, and with it the driver's buffers,
      // whose size V8 ignores. This halves the server's memory during an export.
      end += page.write(`${row.toString('latin1', comma + 1, row.length - 1)}\r\n`, end, 'latin1')
    },
    lines: () => page.subarray(0, end),
    last: () => last,
  }
}
