import { createHash, randomBytes } from 'node:crypto'
import type { InviteRequest, LINK_PURPOSES, LinkInfo, LinkUse } from '#shared/owner/accounts.ts'
import { AppError } from '../base/errors.ts'
import { type AccountsContext, findAccount, insertAccount, requireOwner } from './accounts.ts'
import { applyAdminPassword, hashChosen, readPasswordHash, setPassword } from './password.ts'
import { findRow, inTransaction, type Queryable, type Transaction } from '../db/query.ts'

type Purpose = (typeof LINK_PURPOSES)[number]
/** `accountId`: null if the link sets up the first account. */
type Link = { purpose: Purpose; accountId: string | null }

const HOURS: Record<Purpose, number> = { setup: 1, invitation: 24, recovery: 24 }

/** Resolves to the token of a link if nobody has a password. */
export async function ensureAccess(db: Queryable, adminPassword: string | undefined): Promise<string | null> {
  if (adminPassword !== undefined) {
    await applyAdminPassword(db, adminPassword)
    return null
  }
  if ((await readPasswordHash(db)) !== null) return null
  return makeLink(db, { purpose: 'setup', accountId: null })
}

/** Makes an account that cannot sign in before its link is used. */
export function inviteAccount(
  { pool }: AccountsContext,
  { by, ...invited }: InviteRequest & { by: string },
): Promise<string> {
  return inTransaction(pool, async (tx) => {
    await requireOwner(tx, by)
    if ((await findAccount(tx, by))!.email === null) throw new AppError('email-missing')
    const accountId = await insertAccount(tx, { ...invited, email: invited.email.toLowerCase() })
    if (accountId === null) throw new AppError('email-taken')
    return makeLink(tx, { purpose: 'invitation', accountId })
  })
}

/** For somebody who was invited or who lost their password. */
export function renewLink({ pool }: AccountsContext, { id, by }: { id: string; by: string }) {
  return inTransaction(pool, async (tx) => {
    await requireOwner(tx, by)
    const account = await findAccount(tx, id)
    if (!account || account.state === 'disabled') throw new AppError('not-found')
    const purpose = account.state === 'invited' ? ('invitation' as const) : ('recovery' as const)
    return { account, purpose, token: await makeLink(tx, { purpose, accountId: id }) }
  })
}

export async function readLink({ pool }: Pick<AccountsContext, 'pool'>, token: string): Promise<LinkInfo> {
  const { rows } = await pool.query<Link>(
    'select purpose, account_id as "accountId" from account_links where token_hash = $1 and expires_at > now()',
    [hashOf(token)],
  )
  const link = rows[0]
  const account = link?.accountId ? await findAccount(pool, link.accountId) : null
  const isUsable =
    link?.purpose === 'setup' ? !(await hasFirst(pool)) : account !== null && account.state !== 'disabled'
  if (!link || !isUsable) throw new AppError('link-over')
  return { purpose: link.purpose, name: account?.name ?? null, email: account?.email ?? null }
}

export async function acceptLink(
  { pool, members }: AccountsContext,
  { token, password, email = '' }: LinkUse,
): Promise<string> {
  await readLink({ pool }, token)
  const hash = await hashChosen(members, { password, source: token })
  return inTransaction(pool, async (tx) => {
    const link = await takeLink(tx, token)
    if (!link) throw new AppError('link-over')
    if (link.purpose === 'setup') return makeFirst(tx, email.trim().toLowerCase(), hash)
    const id = link.accountId!
    if (!(await setPassword(tx, { id, hash }))) throw new AppError('link-over')
    // People also get a link when they have lost a passkey, or when a stranger may have it.
    await tx.query('delete from passkeys where account_id = $1', [id])
    return id
  })
}

async function makeFirst(tx: Transaction, email: string, password: string): Promise<string> {
  if (email === '') throw new AppError('invalid-input', { fields: { email: 'is needed' } })
  const first = { name: email.split('@')[0]!, email, role: 'owner', password, isFirst: true } as const
  const id = await insertAccount(tx, first)
  if (id === null) throw new AppError('link-over')
  return id
}

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

function takeLink(tx: Transaction, token: string) {
  return findRow<Link>(
    tx,
    `delete from account_links where token_hash = $1 and expires_at > now() returning purpose, account_id as "accountId"`,
    [hashOf(token)],
  )
}

async function hasFirst(db: Queryable): Promise<boolean> {
  return (await db.query('select from accounts where is_first')).rowCount === 1
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
