import type { FastifyRequest } from 'fastify'
import { hasRole, type Right } from '#shared/owner/accounts.ts'
import type { ActKindName } from '#shared/list/act-requests.ts'
import { ACT_RIGHTS } from '#shared/list/act-rights.ts'
import type { Transaction } from '../db/pool.ts'
import { AppError } from '../base/errors.ts'
import type { App } from '../http/server.ts'
import { lockRole } from './accounts.ts'
import { type Actor, signedInOf } from './signed-in.ts'

/** No route is open by mistake. Catch-all routes find nothing. */
export function requireRights(app: App) {
  app.addHook('onRoute', (route) => {
    const isCatchAll = route.url.endsWith('/*')
    if (!route.config?.right && !isCatchAll) throw new Error(`${String(route.method)} ${route.url} names no role`)
    route.config = { right: { role: 'reader' }, ...route.config }
  })
}

export function requireRight(request: FastifyRequest, { role, proof }: Right) {
  const { account, isProven } = signedInOf(request)
  if (!hasRole(account.role, role)) throw new AppError('role-needed')
  if (proof && !isProven) throw new AppError('password-needed')
}

/** The account may have lost the role after the request began. It cannot change until the end of `tx`. */
export async function requireActRight(tx: Transaction, actor: Actor, kind: ActKindName): Promise<void> {
  const { role, proof } = ACT_RIGHTS[kind]
  const current = await lockRole(tx, actor.accountId)
  if (current === null) throw new AppError('unauthorized')
  if (!hasRole(current, role)) throw new AppError('role-needed')
  if (proof && !actor.isProven) throw new AppError('password-needed')
}
