import type { Queryable } from '../db/pool.ts'
import { isLiving, livingOf } from '../people/living.ts'
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

/** The generations of several purposes; without an id, its entry is erased. */
export async function readGenerations<Asked extends Purpose>(
  db: Queryable,
  { entryIds, purposes }: { entryIds: string[]; purposes: readonly Asked[] },
): Promise<Map<string, Record<Asked, number>>> {
  const { rows } = await db.query<{ id: string; generations: Partial<Record<Asked, number>> | null }>(
    `select asked.id, (select json_object_agg(purpose, generation) from token_generations
       where entry_id = asked.id and purpose = any($2)) as generations
     from unnest($1::uuid[]) as asked (id) where ${isLiving('asked.id')}`,
    [entryIds, purposes],
  )
  const never = Object.fromEntries(purposes.map((purpose) => [purpose, 0])) as Record<Asked, number>
  return new Map(rows.map(({ id, generations }) => [id, { ...never, ...generations }]))
}

/** Ends the tokens of this purpose, unless some have been ended before. */
export async function advanceFirstGeneration(db: Queryable, { entryId, purpose }: Which): Promise<void> {
  await db.query(
    `insert into token_generations (entry_id, purpose, generation)
     select id, $2, 1 from (${livingOf('select $1::uuid')}) as living on conflict do nothing`,
    [entryId, purpose],
  )
}

/** Ends every token of this purpose that was signed so far. Those of an erased entry have ended. */
export async function advanceGeneration(db: Queryable, { entryId, purpose }: Which): Promise<void> {
  await db.query(
    `insert into token_generations as g (entry_id, purpose, generation)
     select id, $2, 1 from (${livingOf('select $1::uuid')}) as living
     on conflict (entry_id, purpose) do update set generation = g.generation + 1`,
    [entryId, purpose],
  )
}

export async function forgetGenerations(db: Queryable, ids: string[]): Promise<void> {
  await db.query('delete from token_generations where entry_id = any($1)', [ids])
}
