import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Scope } from '#shared/programs/keys.ts'
import type { Actor } from '../accounts/signed-in.ts'
import { AppError } from '../base/errors.ts'
import { bearerToken } from '../http/bearer-token.ts'
import { type Limits, MINUTE_MS, tooMany } from '../http/limit-rates.ts'
import type { App } from '../http/server.ts'
import { hashOf, isKey } from './key-format.ts'
import { isKeyValid, type Key, useKey } from './queries.ts'

export const CALLS_A_MINUTE = 600

const keys = new WeakMap<FastifyRequest, Key>()

/**
 * Requires a valid key with the scope of the route on every route registered later, and limits the rate of each key.
 */
export function requireKeys(api: App, { pool, limits }: { pool: pg.Pool; limits: Limits }) {
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
