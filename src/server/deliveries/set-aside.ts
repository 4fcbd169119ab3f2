import type { Db, PgBoss } from 'pg-boss'
import { keepRecorded } from './enqueue.ts'
import { hasName, keepFullNames } from './full-names.ts'
import type { Channel } from '#shared/integrations.ts'
import { type Jobs, targetOf } from '../jobs/jobs.ts'
import { recordNotSetUp } from './queries.ts'

/**
 * Records the deliveries of a channel that is not set up, so that a catch-up finds them. Ids are enough, except for
 * Notion: a full name is stored nowhere else. Call this inside a transaction.
 */
export async function setAside<Name extends Channel>(
  boss: PgBoss,
  db: Db,
  { name, bodies }: { name: Name; bodies: Jobs[Name][] },
): Promise<void> {
  if (bodies.length === 0) return
  const recorded = await recordNotSetUp(db, name, bodies.map(targetOf))
  await keepFullNames(boss, db, (keepRecorded(bodies as Jobs[Channel][], recorded) as object[]).filter(hasName))
}
