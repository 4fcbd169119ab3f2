import type { Db, PgBoss } from 'pg-boss'
import { type Channel, type Jobs, targetOf } from './jobs.ts'
import { recordNotSetUp } from './queries.ts'

/** Where jobs go that cannot be done, and which the owner may ask for again. */
export const UNDELIVERED = 'undelivered'

/**
 * Notes what a channel that is not set up would have had to do, so that a catch-up finds it. Ids are all it takes, but
 * for Notion: a full name is nowhere else, and waits for as long as the queue keeps it.
 */
export async function setAside<Name extends Channel>(
  boss: PgBoss,
  db: Db,
  { name, bodies }: { name: Name; bodies: Jobs[Name][] },
): Promise<void> {
  if (bodies.length === 0) return
  await recordNotSetUp(db, name, bodies.map(targetOf))
  const named = bodies.filter((body) => 'full_name' in body)
  if (named.length > 0) await boss.insert(UNDELIVERED, [{ data: { bodies: named } }], { db })
}
