import type { Queryable } from './pool.ts'

/**
 * One round proves nothing: while a pooler also serves other clients, each of the two connections may get a process of
 * its own by chance.
 */
const ROUNDS = 5

/**
 * True when a pooler in front of PostgreSQL assigns a server process to these two connections per transaction or per
 * statement. Then one connection uses several processes, or both connections use the same one.
 */
export async function areLent([one, other]: [Queryable, Queryable]): Promise<boolean> {
  const met = new Map<number, Queryable>()
  for (let round = 0; round < ROUNDS; round += 1) {
    // The two do not alternate: a pooler that alternates too could keep them on separate processes.
    for (const connection of [one, other, other]) {
      const { rows } = await connection.query<{ pid: number }>('select pg_backend_pid() as pid')
      const pid = rows[0]!.pid
      if (met.has(pid) && met.get(pid) !== connection) return true
      met.set(pid, connection)
    }
  }
  return met.size > 2
}
