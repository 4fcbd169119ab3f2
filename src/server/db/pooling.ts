import type { Queryable } from './pool.ts'

/** By chance, a pooler that serves others too may give each connection a process of its own. */
const ROUNDS = 5

export async function areLent([one, other]: [Queryable, Queryable]): Promise<boolean> {
  const met = new Map<number, Queryable>()
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const connection of [one, other, other]) {
      const { rows } = await connection.query<{ pid: number }>('select pg_backend_pid() as pid')
      const pid = rows[0]!.pid
      if (met.has(pid) && met.get(pid) !== connection) return true
      met.set(pid, connection)
    }
  }
  return met.size > 2
}
