import type { Queryable } from '../db/pool.ts'
import { isReachable, reachableOf } from '../people/addresses/living.ts'
import type { Purpose } from './token-format.ts'

/** How often these tokens have ended, and since when, in seconds since 1970; 0 if unknown. */
export type Generation = { generation: number; since: number }

const FIRST: Generation = { generation: 0, since: 0 }

const SINCE = 'floor(extract(epoch from since))::float8'

export async function readGeneration(
  db: Queryable,
  { entryId, purpose }: { entryId: string; purpose: Purpose },
): Promise<Generation | null> {
  const generations = await readGenerations(db, { entryIds: [entryId], purposes: [purpose] })
  return generations.get(entryId)?.[purpose] ?? null
}

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

export async function readLastPlaceGeneration(db: Queryable, entryId: string): Promise<Generation> {
  const { rows } = await db.query<Generation>(
    `select generation, ${SINCE} as since from token_generations where entry_id = $1 and purpose = 'place'`,
    [entryId],
  )
  return rows[0] ?? FIRST
}

type Which = { entryId: string; purposes: Purpose[] }

/** None for a person who is erased or leaving: their tokens have ended. */
const THEIRS = `select id, purpose, 1, clock_timestamp()
  from (${reachableOf('select $1::uuid')}) as living, unnest($2::text[]) as purpose`

export async function advanceFirstGenerations(db: Queryable, { entryId, purposes }: Which): Promise<void> {
  await db.query(
    `insert into token_generations (entry_id, purpose, generation, since) ${THEIRS} on conflict do nothing`,
    [entryId, purposes],
  )
}

export async function advanceGenerations(db: Queryable, { entryId, purposes }: Which): Promise<void> {
  await db.query(
    `insert into token_generations as g (entry_id, purpose, generation, since) ${THEIRS}
     on conflict (entry_id, purpose) do update set generation = g.generation + 1, since = excluded.since`,
    [entryId, purposes],
  )
}
