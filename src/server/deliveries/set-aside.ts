import type { Db, PgBoss } from 'pg-boss'
import { hasName, keepFullNames } from './full-names.ts'
import type { Channel } from '#shared/integrations.ts'
import { type Jobs, targetOf } from '../jobs/jobs.ts'
import { recordNotSetUp } from './queries.ts'

/**
 * Records the deliveries of a channel that is not set up, so that a catch-up finds them. Ids are enough, except for
 * Notion: a full name is stored nowhere else.
 */
export async function setAside<Name extends Channel>(
  boss: PgBoss,
  db: Db,
  { name, bodies }: { name: Name; bodies: Jobs[Name][] },
): Promise<void> {
  if (bodies.length === 0) return
  await recordNotSetUp(db, name, bodies.map(targetOf))
  await keepFullNames(boss, db, (bodies as object[]).filter(hasName))
}
