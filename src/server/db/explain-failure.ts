import type pg from 'pg'
import { StartFailure } from '../base/start-failure.ts'
import { isDuplicateTable, isForbidden } from './sqlstate.ts'

export async function explainFailure(client: pg.Client, cause: unknown): Promise<never> {
  if (!isDuplicateTable(cause)) return explainRights(client, cause)
  const { message } = cause as Error
  throw new StartFailure(`Another program uses this database (${message}). Give Firstchair one of its own.`, { cause })
}

/** Since PostgreSQL 15, a role may not create tables in a database that it does not own. */
export async function explainRights(client: pg.Client, cause: unknown): Promise<never> {
  if (!isForbidden(cause)) throw cause
  const { rows } = await client.query<{ user: string; remedy: string }>(
    `select current_user as user, format('alter database %I owner to %I', current_database(), current_user) as remedy`,
  )
  const { user, remedy } = rows[0]!
  throw new StartFailure(
    `PostgreSQL does not let the role ${user} set up the database (${(cause as Error).message}). As an administrator of PostgreSQL, make it the owner: ${remedy}`,
    { cause },
  )
}
