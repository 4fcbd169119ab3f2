import { createHash, randomBytes, randomInt, randomUUIDv7, scrypt, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { AppError } from '../base/errors.ts'
import type { Queryable } from '../db/pool.ts'
import { readSetting, replaceSetting } from '../db/settings.ts'
import type { Turns } from './turns.ts'

/** Without characters that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const COST = { N: 2 ** 14, r: 8, p: 5 }
const KEY_LENGTH = 32

const APPLIED = 'applied-admin-password'

export type Credentials = { id: string; password: string | null; generation: number }

/** Without an email, the first account. Null if it is disabled. */
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

export async function readPasswordHash(db: Queryable): Promise<string | null> {
  const { rows } = await db.query<{ password: string | null }>('select password from accounts where is_first')
  return rows[0]?.password ?? null
}

/** Also ends the account's sessions and links. False if it is disabled. */
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

/** Creates the first account. False if it exists: of two servers that start at once, one stores its password. */
export async function insertPasswordHash(db: Queryable, hash: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into accounts (id, name, role, password, is_first) values ($1, 'Owner', 'owner', $2, true)
     on conflict (is_first) where is_first do nothing`,
    [randomUUIDv7(), hash],
  )
  return rowCount === 1
}

/** The password of the first account from outside: its sessions, links and passkeys end. Does not enable it. */
export async function replacePasswordHash(db: Queryable, hash: string): Promise<void> {
  if (await insertPasswordHash(db, hash)) return
  await db.query(
    `with changed as (update accounts set password = $1, generation = generation + 1 where is_first returning id),
       over as (delete from account_links where account_id in (select id from changed))
     delete from passkeys where account_id in (select id from changed)`,
    [hash],
  )
}

/** Once, so that it does not replace a password that was chosen later. */
export async function applyAdminPassword(db: Queryable, setting: string): Promise<void> {
  const stored = await readPasswordHash(db)
  const applied = await readSetting(db, APPLIED)
  if (stored !== null && applied !== null && (await matchesPassword(setting, applied))) return
  const isStored = stored !== null && (await matchesPassword(setting, stored))
  const hash = isStored ? stored : await hashPassword(setting)
  if (!isStored) await replacePasswordHash(db, hash)
  await replaceSetting(db, APPLIED, hash)
}

export async function renewPassword(db: Queryable): Promise<{ password: string; email: string | null }> {
  const password = generatePassword()
  await replacePasswordHash(db, await hashPassword(password))
  const { rows } = await db.query<{ email: string | null }>(
    `update accounts set role = 'owner', disabled_at = null where is_first returning email`,
  )
  return { password, email: rows[0]?.email ?? null }
}

export async function hashChosen(turns: Turns, chosen: { password: string; source: string }): Promise<string> {
  if (isCommon(chosen.password)) throw new AppError('common-password')
  return turns(chosen.source, () => hashPassword(chosen.password))
}

/** The hash contains its own cost, so old hashes stay valid when the cost is raised. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, COST)
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

export async function matchesPassword(password: string, hash: string): Promise<boolean> {
  const [, N, r, p, salt = '', expected = ''] = hash.split('$')
  const key = await derive(password, Buffer.from(salt, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) })
  return timingSafeEqual(key, Buffer.from(expected, 'base64url'))
}

/** 99 bits. */
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

/**
 * The first five bytes of the SHA-256 of 43,940 passwords in lower case: those with at least twelve characters among
 * the million most common breached passwords. See docs/decisions/0025-wrong-passwords.md.
 */
const COMMON = { file: new URL('common-passwords.bin', import.meta.url), bytes: 5 }

/** ASVS 2.1.7. Reads the file each time: passwords are rarely chosen. */
export function isCommon(password: string): boolean {
  const list = readFileSync(COMMON.file)
  const wanted = createHash('sha256').update(password.normalize('NFC').toLowerCase()).digest().subarray(0, COMMON.bytes)
  let at = list.indexOf(wanted)
  while (at !== -1 && at % COMMON.bytes !== 0) at = list.indexOf(wanted, at + 1)
  return at !== -1
}
