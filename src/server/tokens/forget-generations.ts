import type { Transaction } from '../db/pool.ts'

export async function forgetGenerations(tx: Transaction, ids: string[]): Promise<void> {
  await tx.query(`delete from token_generations where entry_id = any($1) and purpose <> 'place'`, [ids])
}
