import { createHash, randomBytes } from 'node:crypto'
import type { LINK_PURPOSES } from '#shared/owner/accounts.ts'
import type { Queryable } from '../db/pool.ts'

type Purpose = (typeof LINK_PURPOSES)[number]
/** `accountId`: null if the link sets up the first account. */
export type Link = { purpose: Purpose; accountId: string | null }

const HOURS: Record<Purpose, number> = { setup: 1, invitation: 24, recovery: 24 }

/** Makes a link and returns its token. Deletes the earlier links of the account, and all expired links. */
export async function makeLink(db: Queryable, { purpose, accountId }: Link): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db.query(
    `with gone as (delete from account_links where account_id = $3 or expires_at < now())
     insert into account_links (token_hash, purpose, account_id, expires_at)
     values ($1, $2, $3, now() + $4 * interval '1 hour')`,
    [hashOf(token), purpose, accountId, HOURS[purpose]],
  )
  return token
}

/** Null for a link that has expired, was used, or never existed. */
export async function findLink(db: Queryable, token: string): Promise<Link | null> {
  const { rows } = await db.query<Link>(
    'select purpose, account_id as "accountId" from account_links where token_hash = $1 and expires_at > now()',
    [hashOf(token)],
  )
  return rows[0] ?? null
}

/** Finds a link as `findLink` does, and deletes it, so that nobody can use it again after the transaction. */
export async function takeLink(db: Queryable, token: string): Promise<Link | null> {
  const { rows } = await db.query<Link>(
    `delete from account_links where token_hash = $1 and expires_at > now() returning purpose, account_id as "accountId"`,
    [hashOf(token)],
  )
  return rows[0] ?? null
}

export async function dropLinks(db: Queryable, accountId: string): Promise<void> {
  await db.query('delete from account_links where account_id = $1', [accountId])
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
