import type { FastifyRequest } from 'fastify'
import { hasRole } from '#shared/owner/accounts.ts'
import type { ActKindName } from '#shared/list/act-requests.ts'
import { ACT_RIGHTS, type Right, ROUTE_RIGHTS } from '#shared/programs/route-roles.ts'
import type { Transaction } from '../db/pool.ts'
import { AppError } from '../base/errors.ts'
import type { App } from '../http/server.ts'
import { lockRole } from './accounts.ts'
import { type Actor, signedInOf } from './signed-in.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    right?: Right
  }
}

/**
 * Gives every route registered later its right from `ROUTE_RIGHTS`. Throws for a route that is missing there, unless it
 * is a catch-all route, which every reader may call.
 */
export function nameRights(app: App) {
  app.addHook('onRoute', (route) => {
    for (const method of [route.method].flat()) {
      const right = ROUTE_RIGHTS[`${method === 'HEAD' ? 'GET' : method} ${route.url}`]
      const isCatchAll = route.url.endsWith('/*')
      if (!right && !isCatchAll)
        throw new Error(`${method} ${route.url} is missing in src/shared/programs/route-roles.ts`)
      route.config = { ...route.config, right: right ?? { role: 'reader' } }
    }
  })
}

/** Throws an AppError unless the session of this request has this right. */
export function requireRight(request: FastifyRequest, { role, proof }: Right) {
  const { account, isProven } = signedInOf(request)
  if (!hasRole(account.role, role)) throw new AppError('role-needed')
  if (proof && !isProven) throw new AppError('password-needed')
}

/**
 * Throws an AppError unless this account may make acts of this kind now: it may have lost the role after the request
 * began. The role cannot change until the end of `tx`.
 */
export async function requireActRight(tx: Transaction, actor: Actor, kind: ActKindName): Promise<void> {
  const { role, proof } = ACT_RIGHTS[kind]
  const current = await lockRole(tx, actor.accountId)
  if (current === null) throw new AppError('unauthorized')
  if (!hasRole(current, role)) throw new AppError('role-needed')
  if (proof && !actor.isProven) throw new AppError('password-needed')
}
