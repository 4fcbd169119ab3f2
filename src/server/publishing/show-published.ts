import { setSite, siteOf } from '#shared/site/site.ts'
import type { Queryable } from '../db/pool.ts'
import { readNewestVersion } from './queries.ts'

/** For programs that serve no pages, before they read anything that follows from the questions. */
export async function showPublished(db: Queryable): Promise<void> {
  const newest = await readNewestVersion(db)
  if (newest) setSite(siteOf(newest.document, newest.number))
}
