import type { Transaction } from './pool.ts'

const SLICE = 5_000

/**
 * Reads a long list without holding all of it. A transaction reads one list at a time; after an early end it may read another.
 */
export async function* readInSlices<Row>(
  tx: Transaction,
  { text, values }: { text: string; values: unknown[] },
  size = SLICE,
): AsyncGenerator<Row[]> {
  await tx.query(`declare slices no scroll cursor for ${text}`, values)
  try {
    for (;;) {
      const { rows } = await tx.query(`fetch ${size} from slices`)
      if (rows.length > 0) yield rows as Row[]
      if (rows.length < size) return
    }
  } finally {
    // In a transaction that has failed, nothing is open any more.
    await tx.query('close slices').catch(() => {})
  }
}
