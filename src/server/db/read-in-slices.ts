import type { Transaction } from './pool.ts'

const SLICE = 5_000

/** A transaction can read only one statement at a time in this way. */
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
    await tx.query('close slices').catch(() => {})
  }
}
