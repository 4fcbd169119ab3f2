import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto'
import type pg from 'pg'
import { type OwnAccount, PROOF_MINUTES } from '#shared/owner/accounts.ts'
import { type Credentials, findCredentials, readCredentials } from '../accounts/accounts.ts'
import { matchesPassword } from './password.ts'
import * as queries from './queries.ts'

/** A session ends half a day after the last use of the dashboard. */
export const SESSION_SECONDS = 12 * 60 * 60

/** Extending a session more often than this would only cause needless writes. */
const EXTEND_AFTER_SECONDS = 60
const LONGEST_DEVICE = 300

/** `browser`: the value by which this browser is recognised when it signs in again. It opens no session. */
export type OpenSession = { token: string; browser: string }

/** `email`: null for the first account. */
type Login = { email: string | null; password: string; device: string }

type CheckedSession = { account: OwnAccount; sessionId: string; isProven: boolean; isExtended: boolean }

export type Sessions = {
  /** Resolves to null for a wrong password, an unknown email or a disabled account. */
  open: (login: Login) => Promise<OpenSession | null>
  /**
   * Opens a session without a password, after another proof. Resolves to null if the account was disabled meanwhile.
   */
  openFor: (accountId: string, device: string) => Promise<OpenSession | null>
  /** Whether this browser has signed in to this account before, and the account's password has not changed since. */
  isRecognised: (browser: string, account: { email: string | null } | { accountId: string }) => Promise<boolean>
  isPasswordOf: (accountId: string, password: string) => Promise<boolean>
  /** Records that the user has just proved who they are. */
  markProven: (token: string) => Promise<void>
  close: (token: string) => Promise<void>
  /** Resolves to null if the session is over. `isExtended`: a person acted, so the cookie must be extended too. */
  check: (token: string, action: { byPerson: boolean }) => Promise<CheckedSession | null>
  /** Returns the tokens whose sessions are over. */
  findClosed: (tokens: string[]) => Promise<string[]>
}

/** The hash to compare with if an account has none, so that an unknown email takes as long as a wrong password. */
const NO_PASSWORD = `scrypt$${2 ** 14}$8$5$AAAAAAAAAAAAAAAAAAAAAA$${'A'.repeat(43)}`

/**
 * Keeps sessions in the database under the hash of their token. Every server can check them, and nobody can read a
 * token.
 */
export function createSessions(pool: pg.Pool): Sessions {
  return {
    async open({ email, password, device }) {
      const account = await findCredentials(pool, email)
      const isRight = await matchesPassword(password, account?.password ?? NO_PASSWORD)
      return isRight && account?.password ? beginSession(pool, account, device) : null
    },

    async openFor(accountId, device) {
      const account = await readCredentials(pool, accountId)
      return account && beginSession(pool, account, device)
    },

    async isRecognised(browser, known) {
      const account =
        'accountId' in known ? await readCredentials(pool, known.accountId) : await findCredentials(pool, known.email)
      return account !== null && browser.endsWith(`.${fingerprintOf(account)}`)
    },

    async isPasswordOf(accountId, password) {
      const account = await readCredentials(pool, accountId)
      const isRight = await matchesPassword(password, account?.password ?? NO_PASSWORD)
      return isRight && Boolean(account?.password)
    },

    markProven: (token) => queries.proveSession(pool, hashOf(token)),

    close: (token) => queries.deleteSession(pool, hashOf(token)),

    check: (token, { byPerson }) => checkSession(pool, token, byPerson),

    async findClosed(tokens) {
      const open = await queries.findOpenSessions(pool, tokens.map(hashOf))
      return tokens.filter((token) => !open.some((hash) => hash.equals(hashOf(token))))
    },
  }
}

async function beginSession(pool: pg.Pool, account: Credentials, device: string): Promise<OpenSession> {
  const token = randomBytes(32).toString('base64url')
  await queries.insertSession(pool, {
    id: randomUUIDv7(),
    tokenHash: hashOf(token),
    accountId: account.id,
    generation: account.generation,
    device: device.slice(0, LONGEST_DEVICE),
    seconds: SESSION_SECONDS,
  })
  return { token, browser: `${randomBytes(16).toString('base64url')}.${fingerprintOf(account)}` }
}

async function checkSession(pool: pg.Pool, token: string, byPerson: boolean): Promise<CheckedSession | null> {
  const row = await queries.readSession(pool, hashOf(token))
  if (row === null) return null
  const { left, proven, session, ...account } = row
  const isExtended = byPerson && left < SESSION_SECONDS - EXTEND_AFTER_SECONDS
  if (isExtended) await queries.extendSession(pool, { tokenHash: hashOf(token), seconds: SESSION_SECONDS })
  return { account, sessionId: session, isProven: proven < PROOF_MINUTES * 60, isExtended }
}

/** The account by whose name a browser is recognised, as a fingerprint that says nothing about it. */
export function accountIn(browser: string): string {
  return browser.slice(browser.lastIndexOf('.') + 1)
}

function fingerprintOf({ id, password }: Credentials): string {
  return hashOf(`${id} ${password ?? ''}`).toString('base64url')
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
