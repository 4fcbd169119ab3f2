import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ListedKey, Scope } from '#shared/programs/keys.ts'
import { accountOf, type Actor } from '../accounts/sessions.ts'
import { once } from '../acts/once.ts'
import type { Context } from '../context.ts'
import { AppError } from '../base/errors.ts'
import { bearerToken } from '../http/is-from-here.ts'
import { MINUTE_MS, tooMany } from '../http/limit-rates.ts'
import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto'
import { ROUTES } from '#shared/routes.ts'
import { isOwner, readAccountNames } from '../accounts/accounts.ts'
import { type App, route } from '../http/route.ts'
import { crc32 } from 'node:zlib'
import type { EventField } from '#shared/programs/webhooks.ts'
import { HELD_ROW } from '../outbox/service-queries.ts'
import { findRows, instant, type Queryable } from '../db/query.ts'

export const CALLS_A_MINUTE = 600

const keys = new WeakMap<FastifyRequest, Key>()

/**
 * Requires a valid key with the scope of the route on every route registered later, and limits the rate of each key.
 */
export function requireKeys(api: App, { pool, limits }: Pick<Context, 'pool' | 'limits'>) {
  api.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.scope) throw new Error(`${String(method)} ${url} names no scope`)
  })
  api.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const token = bearerToken(request.headers)
    const key = isKey(token) ? await useKey(pool, hashOf(token)) : null
    if (!key) throw new AppError('key-needed')
    if (key.is_held) throw new AppError('list-held')
    const wait = limits.take([{ key: `key ${key.id}`, max: CALLS_A_MINUTE, windowMs: MINUTE_MS, from: null }])
    if (wait !== null) throw tooMany(wait)
    keys.set(request, key)
    const { scope } = request.routeOptions.config
    if (scope !== 'by kind') requireScope(request, scope!)
  })
  // The key may have been revoked while the body was sent.
  api.addHook('preHandler', async (request) => {
    if (request.body !== undefined && !(await isKeyValid(pool, keyOf(request).id))) throw new AppError('key-needed')
  })
}

export function requireScope(request: FastifyRequest, scope: Scope) {
  if (!keyOf(request).scopes.includes(scope))
    throw new AppError('scope-needed', { fields: { scope: `must be ${scope}` } })
}

export function keyOf(request: FastifyRequest): Key {
  return keys.get(request)!
}

/**
 * The author of a key's acts is the account that made the key. The account counts as proven, because a route that makes
 * a key requires a recent proof.
 */
export function actorOfKey(request: FastifyRequest): Actor {
  const { account_id, prefix } = keyOf(request)
  return { accountId: account_id, label: prefix, isProven: true }
}

export async function onceByKey(
  { pool }: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  work: Parameters<typeof once>[2],
): Promise<never> {
  const { method, url, body, headers } = request
  const sent = { sender: keyOf(request).id, key: headers['idempotency-key'], method, url, body }
  const answer = await once(pool, sent, work)
  return reply.code(answer.status).send(answer.body) as never
}

/** The owner's routes for keys. Register them where a session is required. */
export function keyRoutes(app: App, { dashboardPool: pool }: Context) {
  route(app, ROUTES.keys, async () => {
    const names = new Map((await readAccountNames(pool)).map((account) => [account.id, account]))
    const keys = await readKeys(pool)
    return { keys: keys.map(({ account_id, ...key }) => ({ ...key, account: names.get(account_id)! })) }
  })

  route(app, ROUTES.createKey, async (request) => {
    const [id, key] = [randomUUIDv7(), drawKey()]
    const account_id = accountOf(request).id
    await insertKey(pool, { ...request.body, id, account_id, prefix: prefixOf(key), hash: hashOf(key) })
    return { id, key }
  })

  route(app, ROUTES.revokeKey, async (request) => {
    if (!(await deleteKey(pool, request.params.id))) throw new AppError('not-found')
  })
}

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const [NAME, SECRET, CHECK] = [8, 43, 6]
const FORM = new RegExp(`^fc_[0-9A-Za-z]{${NAME}}_[0-9A-Za-z]{${SECRET + CHECK}}$`)

/**
 * Makes a new key: `fc_`, a name to recognise it by, and 32 random bytes with a checksum. Tools that look for leaked
 * keys find this form, and a double click selects all of it.
 */
function drawKey(): string {
  const body = `fc_${toDigits(randomBytes(NAME), NAME)}_${toDigits(randomBytes(32), SECRET)}`
  return body + checkOf(body)
}

/** Whether a text has the form and the checksum of a key. If not, there is no need to ask the database. */
function isKey(text: string): boolean {
  return FORM.test(text) && checkOf(text.slice(0, -CHECK)) === text.slice(-CHECK)
}

function prefixOf(key: string): string {
  return key.slice(0, 'fc_'.length + NAME)
}

function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

function checkOf(body: string): string {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(crc32(body))
  return toDigits(bytes, CHECK)
}

function toDigits(bytes: Buffer, length: number): string {
  let rest = BigInt(`0x${bytes.toString('hex')}`)
  let text = ''
  while (text.length < length) {
    text = DIGITS[Number(rest % 62n)] + text
    rest /= 62n
  }
  return text
}

/** `is_held`: the list was restored from a backup, and the owner has not released it yet. */
type Key = {
  id: string
  account_id: string
  name: string
  prefix: string
  scopes: Scope[]
  hook_fields: EventField[]
  is_held: boolean
}

const IS_IN_FORCE = `(expires_at is null or expires_at > now()) and ${isOwner('account_id')}`

/** The key with this hash; null if it is not valid. Records its use, at most once a minute. */
async function useKey(db: Queryable, hash: Buffer): Promise<Key | null> {
  const { rows } = await db.query<Key & { is_noted: boolean }>(
    `select id, account_id, name, prefix, scopes, hook_fields, coalesce(used_at > now() - interval '1 minute', false) as is_noted,
       exists (${HELD_ROW}) as is_held
     from api_keys where hash = $1 and ${IS_IN_FORCE}`,
    [hash],
  )
  const [key] = rows
  if (!key) return null
  if (!key.is_noted) await db.query('update api_keys set used_at = now() where id = $1', [key.id])
  return key
}

async function isKeyValid(db: Queryable, id: string): Promise<boolean> {
  return (await db.query(`select from api_keys where id = $1 and ${IS_IN_FORCE}`, [id])).rowCount === 1
}

type NewRow = Omit<Key, 'is_held'> & { hash: Buffer; days: number | null }

async function insertKey(db: Queryable, key: NewRow): Promise<void> {
  await db.query(
    `insert into api_keys (id, account_id, name, prefix, hash, scopes, hook_fields, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, now() + $8::integer * interval '1 day')`,
    [key.id, key.account_id, key.name, key.prefix, key.hash, key.scopes, key.hook_fields, key.days],
  )
}

/** Also removes what ends with it: its endpoints, and what waits for them. */
async function deleteKey(db: Queryable, id: string): Promise<boolean> {
  return (await db.query('delete from api_keys where id = $1', [id])).rowCount === 1
}

type StoredKey = Omit<ListedKey, 'account'> & { account_id: string }

export async function readKeys(db: Queryable): Promise<StoredKey[]> {
  const times = ['created_at', 'used_at', 'expires_at'].map((time) => `${instant(time)} as ${time}`).join(', ')
  return findRows<StoredKey>(
    db,
    `select id, account_id, name, prefix, scopes, hook_fields, ${times},
       case when ${IS_IN_FORCE} then 'active' when expires_at <= now() then 'expired' else 'stopped' end as state
     from api_keys order by id desc`,
  )
}
