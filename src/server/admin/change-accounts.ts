import type pg from 'pg'
import type { AccountChange, InviteRequest, LinkInfo, LinkUse, OwnChange } from '#shared/owner/accounts.ts'
import * as accounts from '../accounts/accounts.ts'
import { removeAllPasskeys } from '../accounts/passkeys.ts'
import type { SignedIn } from '../accounts/signed-in.ts'
import { dropLinks, findLink, makeLink, takeLink } from '../accounts/links.ts'
import type { Transaction } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import { AppError } from '../base/errors.ts'
import { isCommon } from './common-passwords.ts'
import { hashPassword } from './password.ts'
import { isOpen } from './queries.ts'

/** Makes an account that cannot sign in yet, and returns the token of its link. */
export function inviteAccount(pool: pg.Pool, { by, ...invited }: InviteRequest & { by: string }): Promise<string> {
  return inTransaction(pool, async (tx) => {
    await requireOwner(tx, by)
    if ((await accounts.findAccount(tx, by))!.email === null) throw new AppError('email-missing')
    const accountId = await accounts.insertAccount(tx, { ...invited, email: invited.email.toLowerCase() })
    if (accountId === null) throw new AppError('email-taken')
    return makeLink(tx, { purpose: 'invitation', accountId })
  })
}

/** Makes a new link for somebody who was invited or who lost their password. */
export function renewLink(pool: pg.Pool, { id, by }: { id: string; by: string }) {
  return inTransaction(pool, async (tx) => {
    await requireOwner(tx, by)
    const account = await accounts.findAccount(tx, id)
    if (!account || account.state === 'disabled') throw new AppError('not-found')
    const purpose = account.state === 'invited' ? ('invitation' as const) : ('recovery' as const)
    return { account, purpose, token: await makeLink(tx, { purpose, accountId: id }) }
  })
}

/** Changes an account. Throws an AppError if nobody could sign in as an owner afterwards. */
export function changeAccount(
  pool: pg.Pool,
  { id, by, change }: { id: string; by: string; change: AccountChange },
): Promise<void> {
  return inTransaction(pool, async (tx) => {
    await requireOwner(tx, by)
    if (!(await accounts.updateAccount(tx, id, change))) throw new AppError('not-found')
    if (change.disabled) await dropLinks(tx, id)
    if (!(await accounts.hasOwner(tx))) throw new AppError('last-owner')
  })
}

export function endAllSessions(pool: pg.Pool, { id, by }: { id: string; by: string }): Promise<void> {
  return inTransaction(pool, async (tx) => {
    await requireOwner(tx, by)
    if (!(await accounts.endSessions(tx, id))) throw new AppError('not-found')
    await dropLinks(tx, id)
  })
}

/**
 * Throws an AppError unless the account is an enabled owner. Waits for changes by other owners, who may just have
 * disabled it.
 */
async function requireOwner(tx: Transaction, id: string): Promise<void> {
  await accounts.lockAccounts(tx)
  const role = await accounts.lockRole(tx, id)
  if (role === null) throw new AppError('unauthorized')
  if (role !== 'owner') throw new AppError('role-needed')
}

/** Changes the account of a session. Throws an AppError if the session has ended meanwhile. */
export async function changeOwn(
  pool: pg.Pool,
  { account: { id }, sessionId }: Pick<SignedIn, 'account' | 'sessionId'>,
  { password, name, email }: OwnChange,
) {
  const hash = password === undefined ? null : await hashNew(password)
  await inTransaction(pool, async (tx) => {
    await requireOpen(tx, sessionId)
    const isFree = await accounts.updateOwn(tx, { id, name, email: email?.toLowerCase() })
    if (!isFree) throw new AppError('email-taken')
    if (hash !== null && !(await accounts.setPassword(tx, { id, hash }))) throw new AppError('unauthorized')
  })
}

/** Throws an AppError if a session has ended. Nobody can recover an account before the transaction is over. */
export async function requireOpen(tx: Transaction, sessionId: string): Promise<void> {
  await accounts.lockAccounts(tx)
  if (!(await isOpen(tx, sessionId))) throw new AppError('unauthorized')
}

/** The purpose of a link, and its account. Throws an AppError if the link is no longer valid. */
export async function readLink(pool: pg.Pool, token: string): Promise<LinkInfo> {
  const link = await findLink(pool, token)
  const account = link?.accountId ? await accounts.findAccount(pool, link.accountId) : null
  const isOver = link === null || (link.purpose === 'setup' ? await accounts.hasFirst(pool) : !isUsable(account))
  if (isOver) throw new AppError('link-over')
  return { purpose: link.purpose, name: account?.name ?? null, email: account?.email ?? null }
}

/** Uses up a link: the account gets this password, and its passkeys are removed. Returns the account's id. */
export async function acceptLink(pool: pg.Pool, { token, password, email = '' }: LinkUse): Promise<string> {
  await readLink(pool, token)
  const hash = await hashNew(password)
  return inTransaction(pool, async (tx) => {
    const link = await takeLink(tx, token)
    if (!link) throw new AppError('link-over')
    if (link.purpose === 'setup') return makeFirst(tx, email.trim().toLowerCase(), hash)
    const id = link.accountId!
    if (!(await accounts.setPassword(tx, { id, hash }))) throw new AppError('link-over')
    // People also get a link when they have lost a passkey, or when a stranger may have it.
    await removeAllPasskeys(tx, id)
    return id
  })
}

async function hashNew(password: string): Promise<string> {
  if (isCommon(password)) throw new AppError('common-password')
  return hashPassword(password)
}

async function makeFirst(tx: Transaction, email: string, password: string): Promise<string> {
  if (email === '') throw new AppError('invalid-input', { fields: { email: 'is needed' } })
  const first = { name: email.split('@')[0]!, email, role: 'owner', password, isFirst: true } as const
  const id = await accounts.insertAccount(tx, first)
  if (id === null) throw new AppError('link-over')
  return id
}

function isUsable(account: { state: string } | null): boolean {
  return account !== null && account.state !== 'disabled'
}
