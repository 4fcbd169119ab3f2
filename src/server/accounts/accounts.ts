import { randomUUIDv7 } from 'node:crypto'
import {
  type ACCOUNT_STATES,
  type AccountChange,
  type AccountName,
  hasRole,
  type ListedAccount,
  type OwnAccount,
  type OwnChange,
  type Role,
} from '#shared/owner/accounts.ts'
import type { ActKindName } from '#shared/list/act-requests.ts'
import { ACT_RIGHTS } from '#shared/list/act-rights.ts'
import { AppError } from '../base/errors.ts'
import type { Invariant } from '../db/invariant.ts'
import { hashChosen, setPassword, type Turns } from './password.ts'
import { type Actor, IS_OPEN, requireOpen, type SignedIn } from './sessions.ts'
import {
  findColumn,
  findRow,
  findRows,
  findValue,
  instant,
  inTransaction,
  type Pool,
  type Queryable,
  type Transaction,
} from '../db/query.ts'
import type { RateWindows } from '../http/rate-windows.ts'

/** Resolves to whether the mail server accepted the mail. */
type MailLink = (mail: { to: string; link: string; purpose: 'invitation' | 'recovery' }) => Promise<boolean>

export type AccountsContext = {
  pool: Pool
  preparedPool: Pool
  publicUrl: () => string
  trustProxy: string | false
  /** Not turned off by `RATE_LIMIT=off`. */
  limits: Pick<RateWindows, 'findUsedUp' | 'count'>
  mailLink: MailLink
  /** Apart, so that no flood of guesses keeps people with a session waiting. */
  strangers: Turns
  members: Turns
}

type By = { id: string; by: string }
type State = (typeof ACCOUNT_STATES)[number]

const STATE = `case when a.disabled_at is not null then 'disabled' when a.password is null then 'invited' else 'active' end`

const AN_OWNER_CAN_SIGN_IN = `exists (
  select from accounts where role = 'owner' and disabled_at is null and password is not null)`

export const ACCOUNT_INVARIANTS: Invariant[] = [
  {
    rule: 'Once there is an account, an enabled owner can sign in',
    unit: 'accounts',
    count: 'select count(*) from accounts',
    offenders: `select id from accounts where not ${AN_OWNER_CAN_SIGN_IN}`,
  },
]

export function changeAccount(
  { pool }: AccountsContext,
  { id, by, change: { role, disabled } }: By & { change: AccountChange },
): Promise<void> {
  return inTransaction(pool, async (tx) => {
    await requireOwner(tx, by)
    const { rowCount } = await tx.query(
      `with ended as (delete from account_links where account_id = $1 and $3)
       update accounts set role = coalesce($2, role), generation = generation + case when $3 then 1 else 0 end,
         disabled_at = case $3::boolean when true then coalesce(disabled_at, now()) when false then null else disabled_at end
       where id = $1`,
      [id, role ?? null, disabled ?? null],
    )
    if (rowCount === 0) throw new AppError('not-found')
    const { rows } = await tx.query<{ has: boolean }>(`select ${AN_OWNER_CAN_SIGN_IN} as has`)
    if (!rows[0]!.has) throw new AppError('last-owner')
  })
}

export function endAllSessions({ pool }: AccountsContext, { id, by }: By): Promise<void> {
  return inTransaction(pool, async (tx) => {
    await requireOwner(tx, by)
    const { rowCount } = await tx.query(
      `with ended as (delete from account_links where account_id = $1)
       update accounts set generation = generation + 1 where id = $1`,
      [id],
    )
    if (rowCount === 0) throw new AppError('not-found')
  })
}

/** Waits for changes by other owners, who may just have disabled this one. */
export async function requireOwner(tx: Transaction, id: string): Promise<void> {
  await lockAccounts(tx)
  const role = await lockRole(tx, id)
  if (role === null) throw new AppError('unauthorized')
  if (role !== 'owner') throw new AppError('role-needed')
}

export async function changeOwn(
  { pool, members }: AccountsContext,
  { account: { id }, sessionId }: Pick<SignedIn, 'account' | 'sessionId'>,
  { password, name, email }: OwnChange,
): Promise<void> {
  const hash = password === undefined ? null : await hashChosen(members, { password, source: id })
  await inTransaction(pool, async (tx) => {
    await lockAccounts(tx)
    await requireOpen(tx, sessionId)
    const { rowCount } = await tx.query(
      `update accounts set name = coalesce($2, name), email = coalesce($3, email) where id = $1
         and not exists (select from accounts other where other.email = $3 and other.id <> $1)`,
      [id, name ?? null, email?.toLowerCase() ?? null],
    )
    if (rowCount === 0) throw new AppError('email-taken')
    if (hash !== null && !(await setPassword(tx, { id, hash }))) throw new AppError('unauthorized')
  })
}

export async function lockAccounts(tx: Transaction): Promise<void> {
  await tx.query('select from accounts order by id for update')
}

/** The account may have lost the role after the request began. It cannot change until the end of `tx`. */
export async function requireActRight(tx: Transaction, actor: Actor, kind: ActKindName): Promise<void> {
  const { role, proof } = ACT_RIGHTS[kind]
  const current = await lockRole(tx, actor.accountId)
  if (current === null) throw new AppError('unauthorized')
  if (!hasRole(current, role)) throw new AppError('role-needed')
  if (proof && !actor.isProven) throw new AppError('password-needed')
}

/** The role cannot change until the transaction ends. Null if the account is disabled. */
async function lockRole(tx: Transaction, id: string): Promise<Role | null> {
  const { rows } = await tx.query<Pick<OwnAccount, 'role'>>(
    'select role from accounts where id = $1 and disabled_at is null for share',
    [id],
  )
  return rows[0]?.role ?? null
}

type NewAccount = Omit<OwnAccount, 'id'> & { password?: string; isFirst?: boolean }

/** Null if another account has this email, or the first account exists. */
export function insertAccount(db: Queryable, { name, email, role, password, isFirst = false }: NewAccount) {
  return findValue<string>(
    db,
    `insert into accounts (id, name, email, role, password, is_first) values ($1, $2, $3, $4, $5, $6)
     on conflict do nothing returning id`,
    [randomUUIDv7(), name, email, role, password ?? null, isFirst],
  )
}

export function findAccount(db: Queryable, id: string) {
  return findRow<OwnAccount & { state: State }>(
    db,
    `select id, name, email, role, ${STATE} as state from accounts a where id = $1`,
    [id],
  )
}

/** `passkeys`: for this host. */
export function listAccounts(db: Queryable, host: string | null) {
  return findRows<ListedAccount>(
    db,
    `select a.id, a.name, a.email, a.role, ${STATE} as state, count(s.id)::int as sessions,
       (select count(*) from passkeys p where p.account_id = a.id and p.host = $1)::int as passkeys,
       ${instant('max(s.used_at)')} as used_at
     from accounts a left join admin_sessions s on s.account_id = a.id and ${IS_OPEN}
     group by a.id order by a.is_first desc, a.created_at, a.id`,
    [host],
  )
}

export function readAccountNames(db: Queryable) {
  return findRows<AccountName>(db, 'select id, name from accounts order by name, id')
}

export function isOwner(id: string): string {
  return `exists (select from accounts where accounts.id = ${id} and role = 'owner' and disabled_at is null)`
}

export function readOwnerEmails(db: Queryable) {
  return findColumn<string>(
    db,
    `select email from accounts where role = 'owner' and disabled_at is null and email is not null order by id`,
  )
}

type Enabled = Omit<OwnAccount, 'id'> & { passkeys: number }

/** After a restore, an account that was disabled since the backup can sign in again, and old passwords are valid. */
export async function describeRestoredAccounts(db: Queryable): Promise<string> {
  const { rows } = await db.query<Enabled>(
    `select name, email, role, (select count(*)::int from passkeys p where p.account_id = a.id) as passkeys
     from accounts a where disabled_at is null and password is not null order by is_first desc, created_at, id`,
  )
  if (rows.length === 0) return 'The backup has no account: the next start prints a link for the first one.'
  const lines = rows.map(({ name, email, role, passkeys }) => {
    const more = passkeys === 0 ? '' : `, ${passkeys} ${passkeys === 1 ? 'passkey' : 'passkeys'}`
    return `- ${name}${email === null ? '' : ` <${email}>`}, ${role}${more}`
  })
  return `All sessions have ended. As in the backup, these accounts can sign in, with the passwords and passkeys that they had then:\n${lines.join('\n')}\nIf you have disabled one of them since, or changed its role, do so again under Accounts.`
}
