import type { Transaction } from '../db/pool.ts'

/** Those of `place` tokens decide whose repeated deletion is answered like the first. */
export async function forgetGenerations(tx: Transaction, ids: string[]): Promise<void> {
  await tx.query(`delete from token_generations where entry_id = any($1) and purpose <> 'place'`, [ids])
}
