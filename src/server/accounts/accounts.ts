import { randomUUIDv7 } from 'node:crypto'
import type { ACCOUNT_STATES, AccountChange, AccountName, OwnAccount, Role } from '#shared/owner/accounts.ts'
import type { Queryable, Transaction } from '../db/pool.ts'

/** The data that opens a session of an enabled account. `generation`: see `accounts` in the schema. */
export type Credentials = { id: string; password: string | null; generation: number }

/** The hash of the first account's password. Null before it has one. */
export async function readPasswordHash(db: Queryable): Promise<string | null> {
  const { rows } = await db.query<{ password: string | null }>('select password from accounts where is_first')
  return rows[0]?.password ?? null
}

/**
 * Creates the first account with this password. Returns false if it already exists: when two servers start at once,
 * only one server's password is stored.
 */
export async function insertPasswordHash(db: Queryable, hash: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into accounts (id, name, role, password, is_first) values ($1, 'Owner', 'owner', $2, true)
     on conflict (is_first) where is_first do nothing`,
    [randomUUIDv7(), hash],
  )
  return rowCount === 1
}

/**
 * Sets the password of the first account, ends its sessions and links and removes its passkeys. Creates the account if
 * it is missing. A disabled account stays disabled.
 */
export async function replacePasswordHash(db: Queryable, hash: string): Promise<void> {
  if (await insertPasswordHash(db, hash)) return
  await db.query(
    `with changed as (update accounts set password = $1, generation = generation + 1 where is_first returning id),
       over as (delete from account_links where account_id in (select id from changed))
     delete from passkeys where account_id in (select id from changed)`,
    [hash],
  )
}

/** Makes the first account an enabled owner with this password, whatever it was before. Returns its email. */
export async function letOperatorIn(tx: Queryable, hash: string): Promise<string | null> {
  await replacePasswordHash(tx, hash)
  const { rows } = await tx.query<{ email: string | null }>(
    `update accounts set role = 'owner', disabled_at = null where is_first returning email`,
  )
  return rows[0]?.email ?? null
}

/**
 * The enabled account with this email, or the first account if no email is given. Null if it is disabled or does not
 * exist.
 */
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

/**
 * The facts that the sign-in form needs. `asks_email`: several accounts have a password; open invitations do not count.
 * `has_passkeys`: some enabled account has a passkey for this host.
 */
export type WaysIn = { asks_email: boolean; has_passkeys: boolean }

export async function findWaysIn(db: Queryable, host: string | null): Promise<WaysIn> {
  const { rows } = await db.query<WaysIn>(
    `select count(*) filter (where password is not null) > 1 as asks_email,
       coalesce(bool_or(disabled_at is null and exists (
         select from passkeys p where p.account_id = a.id and p.host = $1)), false) as has_passkeys
     from accounts a`,
    [host],
  )
  return rows[0]!
}

/**
 * Reads the role of an account, and keeps it from changing until the transaction ends. Null if the account is disabled.
 */
export async function lockRole(tx: Transaction, id: string): Promise<Role | null> {
  const { rows } = await tx.query<Pick<OwnAccount, 'role'>>(
    'select role from accounts where id = $1 and disabled_at is null for share',
    [id],
  )
  return rows[0]?.role ?? null
}

/** Locks every account, so that changes by owners run one after the other. */
export async function lockAccounts(tx: Transaction): Promise<void> {
  await tx.query('select from accounts order by id for update')
}

/** Whether an enabled owner can sign in. */
export async function hasOwner(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.query<{ has: boolean }>(
    `select exists (select from accounts where role = 'owner' and disabled_at is null and password is not null) as has`,
  )
  return rows[0]!.has
}

type NewAccount = Omit<OwnAccount, 'id'> & { password?: string; isFirst?: boolean }

/** Returns the id of the new account. Null if another account has this email, or the first account already exists. */
export async function insertAccount(
  db: Queryable,
  { name, email, role, password, isFirst = false }: NewAccount,
): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    `insert into accounts (id, name, email, role, password, is_first) values ($1, $2, $3, $4, $5, $6)
     on conflict do nothing returning id`,
    [randomUUIDv7(), name, email, role, password ?? null, isFirst],
  )
  return rows[0]?.id ?? null
}

/** Sets the password and ends the account's sessions and links. Returns false if the account is disabled or unknown. */
export async function setPassword(db: Queryable, { id, hash }: { id: string; hash: string }): Promise<boolean> {
  const { rowCount } = await db.query(
    `with changed as (
       update accounts set password = $2, generation = generation + 1 where id = $1 and disabled_at is null returning id
     ), over as (delete from account_links where account_id in (select id from changed))
     select from changed`,
    [id, hash],
  )
  return rowCount === 1
}

export async function endSessions(db: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await db.query('update accounts set generation = generation + 1 where id = $1', [id])
  return rowCount === 1
}

/** Disabling ends the account's sessions for good. Returns false if there is no such account. */
export async function updateAccount(db: Queryable, id: string, { role, disabled }: AccountChange): Promise<boolean> {
  const { rowCount } = await db.query(
    `update accounts set role = coalesce($2, role), generation = generation + case when $3 then 1 else 0 end,
       disabled_at = case $3::boolean when true then coalesce(disabled_at, now()) when false then null else disabled_at end
     where id = $1`,
    [id, role ?? null, disabled ?? null],
  )
  return rowCount === 1
}

/** Returns false if another account has this email. */
export async function updateOwn(
  db: Queryable,
  { id, name, email }: { id: string; name?: string | undefined; email?: string | undefined },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update accounts set name = coalesce($2, name), email = coalesce($3, email) where id = $1
       and not exists (select from accounts other where other.email = $3 and other.id <> $1)`,
    [id, name ?? null, email ?? null],
  )
  return rowCount === 1
}

export async function findAccount(db: Queryable, id: string): Promise<(OwnAccount & { state: State }) | null> {
  const { rows } = await db.query<OwnAccount & { state: State }>(
    `select id, name, email, role, ${STATE} as state from accounts a where id = $1`,
    [id],
  )
  return rows[0] ?? null
}

type State = (typeof ACCOUNT_STATES)[number]

/** SQL: the state of an account, for statements in which `a` is the alias of `accounts`. */
export const STATE = `case when a.disabled_at is not null then 'disabled' when a.password is null then 'invited' else 'active' end`

export async function readAccountNames(db: Queryable): Promise<AccountName[]> {
  const { rows } = await db.query<AccountName>('select id, name from accounts order by name, id')
  return rows
}

export async function hasFirst(db: Queryable): Promise<boolean> {
  return (await db.query('select from accounts where is_first')).rowCount === 1
}

/** SQL: whether the account with this id is an enabled owner. */
export function isOwner(id: string): string {
  return `exists (select from accounts where accounts.id = ${id} and role = 'owner' and disabled_at is null)`
}

/** The addresses of enabled owners. */
export async function readOwnerEmails(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ email: string }>(
    `select email from accounts where role = 'owner' and disabled_at is null and email is not null order by id`,
  )
  return rows.map(({ email }) => email)
}
