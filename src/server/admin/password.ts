import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto'
import type { Queryable } from '../db/pool.ts'
import { insertPasswordHash, readPasswordHash, replacePasswordHash } from './queries.ts'

/** Leaves out characters that look alike, so that the owner can copy a password from a screen by hand. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const COST = { N: 2 ** 14, r: 8, p: 5 }
const KEY_LENGTH = 32

/**
 * Makes sure that there is an admin password: the one in the settings, else the stored one, else a new one. Resolves to
 * the new one, or to null. A new password can be read only here.
 */
export async function ensurePassword(db: Queryable, setting: string | undefined): Promise<string | null> {
  const stored = await readPasswordHash(db)
  if (setting !== undefined) {
    if (stored === null || !(await matchesPassword(setting, stored))) {
      await replacePasswordHash(db, await hashPassword(setting))
    }
    return null
  }
  if (stored !== null) return null
  const password = generatePassword()
  return (await insertPasswordHash(db, await hashPassword(password))) ? password : null
}

/** Replaces the stored password, if any, and resolves to the new one. */
export async function renewPassword(db: Queryable): Promise<string> {
  const password = generatePassword()
  await replacePasswordHash(db, await hashPassword(password))
  return password
}

/** The hash contains its own cost, so old hashes stay valid when the cost is raised. */
async function hashPassword(password: string): Promise<string> {
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

/** Four groups of five characters, 99 bits. */
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
