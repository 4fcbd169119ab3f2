import type { Db } from 'pg-boss'
import type { Channel } from '#shared/owner/integrations.ts'
import { type Jobs, targetOf } from '../../jobs/jobs.ts'
import { recordNotSetUp } from './delivery-queries.ts'

/** Records the deliveries of a channel that is not set up, so that a catch-up finds them. */
export async function setAside<Name extends Channel>(
  db: Db,
  { name, bodies }: { name: Name; bodies: Jobs[Name][] },
): Promise<void> {
  if (bodies.length === 0) return
  await recordNotSetUp(db, name, bodies.map(targetOf))
}
