import type { Queryable } from './pool.ts'

/** Poolers that take turns may give each client the same process a few times. */
const ROUNDS = 8

/**
 * True when a pooler between these connections and PostgreSQL lends them processes for one transaction at a time, or
 * one statement: then one connection meets several processes, or two connections that are both open meet the same one.
 */
export async function areLent(connections: Queryable[]): Promise<boolean> {
  const met = new Map<number, Queryable>()
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const connection of connections) {
      const { rows } = await connection.query<{ pid: number }>('select pg_backend_pid() as pid')
      met.set(rows[0]!.pid, met.get(rows[0]!.pid) ?? connection)
      if (met.get(rows[0]!.pid) !== connection) return true
    }
  }
  return met.size !== connections.length
}
