import type { Queryable } from './pool.ts'

/** With other clients' statements in between, chance may give each the same process a few times. */
const ROUNDS = 5

/**
 * True when a pooler between these two connections and PostgreSQL lends them processes for one transaction at a time, or
 * one statement: then one connection meets several processes, or both meet the same one.
 */
export async function areLent([one, other]: [Queryable, Queryable]): Promise<boolean> {
  const met = new Map<number, Queryable>()
  for (let round = 0; round < ROUNDS; round += 1) {
    // Not in turns: a pooler that takes turns too could keep them apart.
    for (const connection of [one, other, other]) {
      const { rows } = await connection.query<{ pid: number }>('select pg_backend_pid() as pid')
      const pid = rows[0]!.pid
      if (met.has(pid) && met.get(pid) !== connection) return true
      met.set(pid, connection)
    }
  }
  return met.size > 2
}
