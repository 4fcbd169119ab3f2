import { createHash, randomBytes, randomInt, randomUUIDv7, scrypt, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { AppError } from '../base/errors.ts'
import { readSetting, replaceSetting } from '../db/settings.ts'
import { limitedNetworks } from '../base/config/visitor-address.ts'
import { type Limit, MINUTE_MS, tooMany } from '../http/limit-rates.ts'
import { findRow, findValue, hasRows, type Queryable } from '../db/query.ts'
import type { AccountsContext } from './accounts.ts'

/** Without characters that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const COST = { N: 2 ** 14, r: 8, p: 5 }
const KEY_LENGTH = 32

const APPLIED = 'applied-admin-password'

export type Credentials = { id: string; password: string | null; generation: number }

/** Without an email, the first account. Null if it is disabled. */
export function findCredentials(db: Queryable, email: string | null) {
  return findRow<Credentials>(
    db,
    `select id, password, generation from accounts
     where disabled_at is null and case when $1::text is null then is_first else email = $1 end`,
    [email],
  )
}

export function readCredentials(db: Queryable, id: string) {
  return findRow<Credentials>(
    db,
    'select id, password, generation from accounts where id = $1 and disabled_at is null',
    [id],
  )
}

export function readPasswordHash(db: Queryable) {
  return findValue<string>(db, 'select password from accounts where is_first')
}

/** Also ends the account's sessions and links. False if it is disabled. */
export function setPassword(db: Queryable, { id, hash }: { id: string; hash: string }) {
  return hasRows(
    db,
    `with changed as (
       update accounts set password = $2, generation = generation + 1 where id = $1 and disabled_at is null returning id
     ), over as (delete from account_links where account_id in (select id from changed))
     select from changed`,
    [id, hash],
  )
}

/** Creates the first account. False if it exists: of two servers that start at once, one stores its password. */
export function insertPasswordHash(db: Queryable, hash: string) {
  return hasRows(
    db,
    `insert into accounts (id, name, role, password, is_first) values ($1, 'Owner', 'owner', $2, true)
     on conflict (is_first) where is_first do nothing`,
    [randomUUIDv7(), hash],
  )
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
async function hashPassword(password: string): Promise<string> {
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

const RETRY_AFTER_SECONDS = 2
const MOST_WAITING = 16
const MOST_OF_ONE = 2

export type Turns = <Result>(source: string | null, task: () => Promise<Result>, mostOfOne?: number) => Promise<Result>

/**
 * Runs tasks one after the other. Hashing a password takes one of Node's four threads for 150 ms, and database
 * connections need these threads too.
 */
export function createTurns(): Turns {
  const going: (string | null)[] = []
  let last: Promise<unknown> = Promise.resolve()

  return (source, task, mostOfOne = MOST_OF_ONE) => {
    const isFull = going.length > MOST_WAITING
    if (isFull || (source !== null && going.filter((one) => one === source).length >= mostOfOne))
      return Promise.reject(new AppError('rate-limited', { retryAfter: RETRY_AFTER_SECONDS }))
    going.push(source)
    const turn = last.then(task).finally(() => going.splice(going.indexOf(source), 1))
    last = turn.catch(() => {})
    return turn
  }
}

/**
 * The most wrong passwords in a minute. `strict`: after `all` from anywhere, so that an address that sent none, like the
 * owner's, still gets its turn.
 */
const MOST_WRONG = {
  all: 60,
  usual: { address: 5, block: 20, provider: 200 },
  strict: { address: 1, block: 4, provider: 40 },
}
const LEVELS = ['address', 'block', 'provider'] as const
const MOST_WRONG_PROOFS = 5

/** An unknown email takes as long as a wrong password. */
const NO_PASSWORD = `scrypt$${2 ** 14}$8$5$AAAAAAAAAAAAAAAAAAAAAA$${'A'.repeat(43)}`

/** The account that a stranger's password opens. Accounts have no count: with one, anybody could lock an owner out. */
export async function checkGuess(
  ctx: AccountsContext,
  { email, password, ip }: { email: string | null; password: string; ip: string },
): Promise<Credentials | null> {
  const all = limitOf('from all', MOST_WRONG.all)
  const most = () => (ctx.limits.findUsedUp([all]) === null ? MOST_WRONG.usual : MOST_WRONG.strict)
  // Null behind a proxy that TRUST_PROXY does not name: everybody has its address, even the owner.
  const from = limitedNetworks(ip, ctx.trustProxy)
  const counted = () =>
    from ? LEVELS.map((level) => ({ ...limitOf(`from ${from[level]}`, most()[level]), from })) : []
  const check = async () => {
    refuseUsedUp(ctx, counted())
    const account = await findCredentials(ctx.preparedPool, email)
    if (await isPasswordOf(account, password)) return account
    ctx.limits.count([...counted(), all])
    return null
  }
  refuseUsedUp(ctx, counted())
  return ctx.strangers(from?.address ?? null, check, most().address)
}

export function checkProof(
  ctx: AccountsContext,
  { account, password }: { account: Credentials | null; password: string },
): Promise<boolean> {
  const own = [limitOf(`of ${account?.id}`, MOST_WRONG_PROOFS)]
  return ctx.members(String(account?.id), async () => {
    refuseUsedUp(ctx, own)
    const isRight = await isPasswordOf(account, password)
    if (!isRight) ctx.limits.count(own)
    return isRight
  })
}

async function isPasswordOf(account: Credentials | null, password: string): Promise<boolean> {
  const isRight = await matchesPassword(password, account?.password ?? NO_PASSWORD)
  return isRight && Boolean(account?.password)
}

function limitOf(key: string, max: number): Limit {
  return { key: `wrong passwords ${key}`, max, windowMs: MINUTE_MS, from: null }
}

function refuseUsedUp({ limits }: AccountsContext, counted: Limit[]) {
  const wait = limits.findUsedUp(counted)
  if (wait !== null) throw tooMany(wait)
}
