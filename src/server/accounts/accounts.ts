import { randomUUIDv7 } from 'node:crypto'
import type { OwnAccount, Role } from '#shared/accounts.ts'
import type { Queryable, Transaction } from '../db/pool.ts'

/** What opens a session of an enabled account. `generation`: see `accounts` in the schema. */
export type Credentials = { id: string; password: string | null; generation: number }

/** The password of the first account. Null before it has one. */
export async function readPasswordHash(db: Queryable): Promise<string | null> {
  const { rows } = await db.query<{ password: string | null }>('select password from accounts where is_first')
  return rows[0]?.password ?? null
}

/** False when there is a first account already: when two servers start at once, only one server's password is stored. */
export async function insertPasswordHash(db: Queryable, hash: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into accounts (id, name, role, password, is_first) values ($1, 'Owner', 'owner', $2, true)
     on conflict (is_first) where is_first do nothing`,
    [randomUUIDv7(), hash],
  )
  return rowCount === 1
}

/** Sets the password of the first account and ends its sessions. A disabled account stays disabled. */
export async function replacePasswordHash(db: Queryable, hash: string): Promise<void> {
  if (await insertPasswordHash(db, hash)) return
  await db.query('update accounts set password = $1, generation = generation + 1 where is_first', [hash])
}

/** Makes the first account an enabled owner with this password, whatever it was before. Returns its email. */
export async function letOperatorIn(tx: Queryable, hash: string): Promise<string | null> {
  await replacePasswordHash(tx, hash)
  const { rows } = await tx.query<{ email: string | null }>(
    `update accounts set role = 'owner', disabled_at = null where is_first returning email`,
  )
  return rows[0]?.email ?? null
}

/** The enabled account with this email, or without an email the first one. */
export async function findCredentials(db: Queryable, email: string | null): Promise<Credentials | null> {
  const { rows } = await db.query<Credentials>(
    `select id, password, generation from accounts
     where disabled_at is null and case when $1::text is null then is_first else email = $1 end`,
    [email],
  )
  return rows[0] ?? null
}

export async function readCredentials(db: Queryable, id: string): Promise<Credentials | null> {
  const { rows } = await db.query<Credentials>(
    'select id, password, generation from accounts where id = $1 and disabled_at is null',
    [id],
  )
  return rows[0] ?? null
}

/** Whether anybody but the first account can exist, so that signing in asks for an email. */
export async function hasSeveral(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ several: boolean }>('select count(*) > 1 as several from accounts')
  return rows[0]!.several
}

/** Its role while this transaction lasts: a change of it waits. Null once the account is disabled. */
export async function lockRole(tx: Transaction, id: string): Promise<Role | null> {
  const { rows } = await tx.query<Pick<OwnAccount, 'role'>>(
    'select role from accounts where id = $1 and disabled_at is null for share',
    [id],
  )
  return rows[0]?.role ?? null
}
