import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { matchesPassword } from './password.ts'
import * as queries from './queries.ts'

/** A session ends half a day after the last use of the dashboard. */
export const SESSION_SECONDS = 12 * 60 * 60

/** Extending a session more often than this would only cause needless writes. */
const EXTEND_AFTER_SECONDS = 60

/** `browser`: the value by which this browser is recognised when it signs in again. It opens no session. */
export type OpenSession = { token: string; browser: string }

export type Sessions = {
  /** Null for a wrong password. */
  open: (password: string) => Promise<OpenSession | null>
  /** Whether the password that this browser signed in with is still current. */
  isRecognised: (browser: string) => Promise<boolean>
  close: (token: string) => Promise<void>
  /** `isExtended`: a person acted, so the cookie must be extended too. */
  check: (token: string, action: { byPerson: boolean }) => Promise<{ isOpen: boolean; isExtended: boolean }>
  /** Returns those of these tokens whose sessions are over. */
  findClosed: (tokens: string[]) => Promise<string[]>
}

/**
 * Keeps sessions in the database under the hash of their token: every server knows them, and nobody can read a token.
 */
export function createSessions(pool: pg.Pool): Sessions {
  return {
    async open(password) {
      const hash = await queries.readPasswordHash(pool)
      if (hash === null || !(await matchesPassword(password, hash))) return null
      const token = randomBytes(32).toString('base64url')
      await queries.insertSession(pool, { tokenHash: hashOf(token), passwordHash: hash, seconds: SESSION_SECONDS })
      return { token, browser: `${randomBytes(16).toString('base64url')}.${fingerprintOf(hash)}` }
    },

    async isRecognised(browser) {
      const hash = await queries.readPasswordHash(pool)
      return hash !== null && browser.endsWith(`.${fingerprintOf(hash)}`)
    },

    close: (token) => queries.deleteSession(pool, hashOf(token)),

    async check(token, { byPerson }) {
      const left = await queries.readSecondsLeft(pool, hashOf(token))
      if (left === null) return { isOpen: false, isExtended: false }
      const isExtended = byPerson && left < SESSION_SECONDS - EXTEND_AFTER_SECONDS
      if (isExtended) await queries.extendSession(pool, { tokenHash: hashOf(token), seconds: SESSION_SECONDS })
      return { isOpen: true, isExtended }
    },

    async findClosed(tokens) {
      const open = await queries.findOpenSessions(pool, tokens.map(hashOf))
      return tokens.filter((token) => !open.some((hash) => hash.equals(hashOf(token))))
    },
  }
}

function fingerprintOf(passwordHash: string): string {
  return hashOf(passwordHash).toString('base64url')
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
