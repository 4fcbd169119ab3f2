import cookie from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deadlines } from '../base/deadlines.ts'
import { AppError } from '../base/errors.ts'
import { openapiRoute } from '../http/openapi.ts'
import type { App } from '../http/server.ts'
import { readPrefixedCookies, readSession, sessionCookieOf, writeSession } from '../http/session-cookies.ts'
import { accountRoutes, linkRoutes } from './account-routes.ts'
import type { AccountsContext } from './context.ts'
import { passkeyRoutes, passkeySignInRoutes } from './passkey-routes.ts'
import { requireRights } from './rights.ts'
import { isSecure, proofRoute, requireSession, requireSessionStill, sessionRoutes } from './session-routes.ts'
import { checkSession, SESSION_SECONDS } from './sessions.ts'
import { createTurns } from './turns.ts'

/** Sends the session's cookie again, under the name that fits a new address of the site. */
export type KeepSession = (request: FastifyRequest, reply: FastifyReply) => void

type Dependencies = Omit<AccountsContext, 'strangers' | 'members'> & {
  deadlines: Deadlines
  registerOwnerRoutes: (admin: App, owner: { keepSession: KeepSession }) => void
}

/** Visitors' routes read no cookies. */
export async function adminRoutes(app: App, { deadlines, registerOwnerRoutes, ...given }: Dependencies) {
  const ctx: AccountsContext = { ...given, strangers: createTurns(), members: createTurns() }
  await app.register(async (door: App) => {
    await door.register(cookie)
    readPrefixedCookies(door, () => isSecure(ctx))
    door.addHook('onRoute', (route) => void (route.config = { deadline: deadlines.owner, ...route.config }))
    doorRoutes(door, ctx)
    await door.register(async (admin: App) => ownerRoutes(admin, ctx, registerOwnerRoutes))
  })
}

function doorRoutes(door: App, ctx: AccountsContext) {
  linkRoutes(door, ctx)
  sessionRoutes(door, ctx)
  passkeySignInRoutes(door, ctx)
  openapiRoute(door, {
    sessionCookie: () => sessionCookieOf({ isSecure: isSecure(ctx) }),
    isOwner: async (request) => {
      const token = readSession(request)
      return token !== undefined && (await checkSession(ctx.preparedPool, token, { byPerson: false })) !== null
    },
  })
}

function ownerRoutes(admin: App, ctx: AccountsContext, registerOthers: Dependencies['registerOwnerRoutes']) {
  requireRights(admin)
  admin.addHook('onRequest', requireSession(ctx))
  admin.addHook('preHandler', requireSessionStill)
  proofRoute(admin, ctx)
  passkeyRoutes(admin, ctx)
  accountRoutes(admin, ctx)
  registerOthers(admin, {
    keepSession: (request, reply) =>
      writeSession(reply, readSession(request)!, { isSecure: isSecure(ctx), seconds: SESSION_SECONDS }),
  })
  // Unknown paths require a session too, so that strangers cannot find out which paths exist.
  for (const path of ['/api/admin/*', '/functions/*']) admin.all(path, answerUnknown)
}

function answerUnknown(): never {
  throw new AppError('not-found')
}
