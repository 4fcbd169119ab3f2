import { setSite, siteOf } from '#shared/site/site.ts'
import type { Queryable } from '../db/pool.ts'
import { readNewestVersion } from './queries.ts'

/**
 * Makes the newest published version the site of this process; without one, the site of src/site stays. Programs that
 * serve no pages call it before they read or check anything that follows from the questions.
 */
export async function showPublished(db: Queryable): Promise<void> {
  const newest = await readNewestVersion(db)
  if (newest) setSite(siteOf(newest.document, newest.number))
}
