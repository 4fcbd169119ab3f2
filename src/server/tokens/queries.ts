import type { Queryable } from '../db/pool.ts'
import { isLiving } from '../people/living.ts'
import type { Purpose } from './token-format.ts'

type Which = { entryId: string; purpose: Purpose }

/** The generation in which tokens are signed now; null once the entry is erased. */
export async function readGeneration(db: Queryable, { entryId, purpose }: Which): Promise<number | null> {
  const { rows } = await db.query<{ generation: number }>(
    `select coalesce((select generation from token_generations where entry_id = $1 and purpose = $2), 0) as generation
     where ${isLiving('$1::uuid')}`,
    [entryId, purpose],
  )
  return rows[0]?.generation ?? null
}

/** Ends every token of this purpose that was signed so far. */
export async function advanceGeneration(db: Queryable, { entryId, purpose }: Which): Promise<void> {
  await db.query(
    `insert into token_generations as g (entry_id, purpose, generation) values ($1, $2, 1)
     on conflict (entry_id, purpose) do update set generation = g.generation + 1`,
    [entryId, purpose],
  )
}

export async function forgetGenerations(db: Queryable, ids: string[]): Promise<void> {
  await db.query('delete from token_generations where entry_id = any($1)', [ids])
}
