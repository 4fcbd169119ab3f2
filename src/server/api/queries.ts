import type { ListedKey, Scope } from '#shared/programs/keys.ts'
import type { EventField } from '#shared/programs/webhooks.ts'
import { isOwner } from '../accounts/accounts.ts'
import { HELD_ROW } from '../outbox/service-queries.ts'
import { instant } from '../people/entry-columns.ts'
import { findRows, type Queryable } from '../db/query.ts'

/** `is_held`: the list was restored from a backup, and the owner has not released it yet. */
export type Key = {
  id: string
  account_id: string
  name: string
  prefix: string
  scopes: Scope[]
  hook_fields: EventField[]
  is_held: boolean
}

const IS_IN_FORCE = `(expires_at is null or expires_at > now()) and ${isOwner('account_id')}`

/** The key with this hash; null if it is not valid. Records its use, at most once a minute. */
export async function useKey(db: Queryable, hash: Buffer): Promise<Key | null> {
  const { rows } = await db.query<Key & { is_noted: boolean }>(
    `select id, account_id, name, prefix, scopes, hook_fields, coalesce(used_at > now() - interval '1 minute', false) as is_noted,
       exists (${HELD_ROW}) as is_held
     from api_keys where hash = $1 and ${IS_IN_FORCE}`,
    [hash],
  )
  const [key] = rows
  if (!key) return null
  if (!key.is_noted) await db.query('update api_keys set used_at = now() where id = $1', [key.id])
  return key
}

export async function isKeyValid(db: Queryable, id: string): Promise<boolean> {
  return (await db.query(`select from api_keys where id = $1 and ${IS_IN_FORCE}`, [id])).rowCount === 1
}

type NewRow = Omit<Key, 'is_held'> & { hash: Buffer; days: number | null }

export async function insertKey(db: Queryable, key: NewRow): Promise<void> {
  await db.query(
    `insert into api_keys (id, account_id, name, prefix, hash, scopes, hook_fields, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, now() + $8::integer * interval '1 day')`,
    [key.id, key.account_id, key.name, key.prefix, key.hash, key.scopes, key.hook_fields, key.days],
  )
}

/** Also removes what ends with it: its endpoints, and what waits for them. */
export async function deleteKey(db: Queryable, id: string): Promise<boolean> {
  return (await db.query('delete from api_keys where id = $1', [id])).rowCount === 1
}

type StoredKey = Omit<ListedKey, 'account'> & { account_id: string }

export async function readKeys(db: Queryable): Promise<StoredKey[]> {
  const times = ['created_at', 'used_at', 'expires_at'].map((time) => `${instant(time)} as ${time}`).join(', ')
  return findRows<StoredKey>(
    db,
    `select id, account_id, name, prefix, scopes, hook_fields, ${times},
       case when ${IS_IN_FORCE} then 'active' when expires_at <= now() then 'expired' else 'stopped' end as state
     from api_keys order by id desc`,
  )
}
