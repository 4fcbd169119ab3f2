import type { Queryable } from '../db/pool.ts'
import { isReachable, reachableOf } from '../people/addresses/living.ts'
import type { Purpose } from './token-format.ts'

/**
 * `generation`: the number of times that the tokens of this person and purpose have ended. `since`: the time at which
 * the current generation began, in seconds since 1970; 0 if no tokens have ended, or if they ended before this time was
 * stored.
 */
export type Generation = { generation: number; since: number }

const FIRST: Generation = { generation: 0, since: 0 }

/** In whole seconds, like the time in a token. */
const SINCE = 'floor(extract(epoch from since))::float8'

/** The generation in which tokens are signed now; null once the entry is erased. */
export async function readGeneration(
  db: Queryable,
  { entryId, purpose }: { entryId: string; purpose: Purpose },
): Promise<Generation | null> {
  const generations = await readGenerations(db, { entryIds: [entryId], purposes: [purpose] })
  return generations.get(entryId)?.[purpose] ?? null
}

/** The generations of several purposes, by the entry's id. An erased entry is left out. */
export async function readGenerations<Asked extends Purpose>(
  db: Queryable,
  { entryIds, purposes }: { entryIds: string[]; purposes: readonly Asked[] },
): Promise<Map<string, Record<Asked, Generation>>> {
  const { rows } = await db.query<{ id: string; generations: Partial<Record<Asked, Generation>> | null }>(
    `select asked.id, (
       select json_object_agg(purpose, json_build_object('generation', generation, 'since', ${SINCE}))
       from token_generations where entry_id = asked.id and purpose = any($2)) as generations
     from unnest($1::uuid[]) as asked (id) where ${isReachable('asked.id')}`,
    [entryIds, purposes],
  )
  const first = Object.fromEntries(purposes.map((purpose) => [purpose, FIRST])) as Record<Asked, Generation>
  return new Map(rows.map(({ id, generations }) => [id, { ...first, ...generations }]))
}

/** The last generation of the `place` tokens of an erased person. */
export async function readLastPlaceGeneration(db: Queryable, entryId: string): Promise<Generation> {
  const { rows } = await db.query<Generation>(
    `select generation, ${SINCE} as since from token_generations where entry_id = $1 and purpose = 'place'`,
    [entryId],
  )
  return rows[0] ?? FIRST
}

type Which = { entryId: string; purposes: Purpose[] }

/**
 * SQL: rows for the purposes in $2 of the person in $1. No rows for a person who is erased or leaving: all tokens that
 * can end have ended then.
 */
const THEIRS = `select id, purpose, 1, clock_timestamp()
  from (${reachableOf('select $1::uuid')}) as living, unnest($2::text[]) as purpose`

/** Ends the tokens of these purposes. Skips a purpose whose tokens have ended before. */
export async function advanceFirstGenerations(db: Queryable, { entryId, purposes }: Which): Promise<void> {
  await db.query(
    `insert into token_generations (entry_id, purpose, generation, since) ${THEIRS} on conflict do nothing`,
    [entryId, purposes],
  )
}

/** Ends every token of these purposes that was signed so far. */
export async function advanceGenerations(db: Queryable, { entryId, purposes }: Which): Promise<void> {
  await db.query(
    `insert into token_generations as g (entry_id, purpose, generation, since) ${THEIRS}
     on conflict (entry_id, purpose) do update set generation = g.generation + 1, since = excluded.since`,
    [entryId, purposes],
  )
}
