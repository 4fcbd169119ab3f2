import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto'
import { letOperatorIn, readPasswordHash, replacePasswordHash } from '../accounts/accounts.ts'
import { makeLink } from '../accounts/links.ts'
import type { Queryable } from '../db/pool.ts'
import { readSetting, replaceSetting } from '../db/settings.ts'

/** Leaves out characters that look alike, so that the owner can copy a password from a screen by hand. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const COST = { N: 2 ** 14, r: 8, p: 5 }
const KEY_LENGTH = 32

/** The key in `settings` of the hash of the last ADMIN_PASSWORD that was applied. */
const APPLIED = 'applied-admin-password'

/**
 * Makes sure that somebody can sign in: with ADMIN_PASSWORD, with a stored password, or otherwise with a link that
 * makes the first account. Resolves to the token of that link, or to null. ADMIN_PASSWORD neither enables the first
 * account nor replaces a password that was chosen after it was applied.
 */
export async function ensureAccess(db: Queryable, setting: string | undefined): Promise<string | null> {
  const stored = await readPasswordHash(db)
  if (setting !== undefined) {
    const applied = await readSetting(db, APPLIED)
    if (stored === null || applied === null || !(await matchesPassword(setting, applied)))
      await apply(db, { setting, stored })
    return null
  }
  if (stored !== null) return null
  return makeLink(db, { purpose: 'setup', accountId: null })
}

async function apply(db: Queryable, { setting, stored }: { setting: string; stored: string | null }): Promise<void> {
  const isStored = stored !== null && (await matchesPassword(setting, stored))
  const hash = isStored ? stored : await hashPassword(setting)
  if (!isStored) await replacePasswordHash(db, hash)
  await replaceSetting(db, APPLIED, hash)
}

/**
 * Lets the operator in as an owner, with a new password for the first account. Resolves to the password and to the
 * account's email.
 */
export async function renewPassword(db: Queryable): Promise<{ password: string; email: string | null }> {
  const password = generatePassword()
  return { password, email: await letOperatorIn(db, await hashPassword(password)) }
}

/** The hash contains its own cost, so old hashes stay valid when the cost is raised. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, COST)
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** Takes the same time for every wrong password, however close it is. */
export async function matchesPassword(password: string, hash: string): Promise<boolean> {
  const [, N, r, p, salt = '', expected = ''] = hash.split('$')
  const key = await derive(password, Buffer.from(salt, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) })
  return timingSafeEqual(key, Buffer.from(expected, 'base64url'))
}

/** Generates four groups of five characters, 99 bits. */
function generatePassword(): string {
  const group = () => Array.from({ length: 5 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return Array.from({ length: 4 }, group).join('-')
}

function derive(password: string, salt: Buffer, cost: typeof COST): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const settle = (error: Error | null, key: Buffer) => (error ? reject(error) : resolve(key))
    scrypt(password.normalize('NFC'), salt, KEY_LENGTH, { ...cost, maxmem: 64 * 1024 * 1024 }, settle)
  })
}
