import cookie from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deadlines } from '../base/deadlines.ts'
import { AppError } from '../base/errors.ts'
import { openapiRoute } from '../http/openapi.ts'
import {
  readAsker,
  readPrefixedCookies,
  readSession,
  sessionCookieOf,
  writeAsker,
  writeSession,
} from '../http/session-cookies.ts'
import {
  accountOf,
  checkSession,
  endSession,
  listSessions,
  proveSession,
  requireRights,
  SESSION_SECONDS,
  signedInOf,
} from './sessions.ts'
import {
  beginSessionOf,
  isSecure,
  proofRoute,
  refuseOtherSites,
  requireSession,
  requireSessionStill,
  sessionRoutes,
} from './session-routes.ts'
import { createTurns } from './password.ts'
import { ROUTES } from '#shared/routes.ts'
import type { Routes } from '#shared/routes/route.ts'
import { passkeyHost } from '#shared/owner/passkeys.ts'
import { accountLink } from '#shared/site/paths.ts'
import { type App, route } from '../http/route.ts'
import {
  type AccountsContext,
  changeAccount,
  changeOwn,
  endAllSessions,
  listAccounts,
  readAccountNames,
} from './accounts.ts'
import { acceptLink, inviteAccount, readLink, renewLink } from './invitations.ts'
import { createHash, randomBytes } from 'node:crypto'
import {
  addPasskey,
  askForPasskey,
  listPasskeys,
  offerPasskey,
  recognisePasskey,
  removePasskey,
  renamePasskey,
} from './passkeys.ts'

/** Sends the session's cookie again, under the name that fits a new address of the site. */
export type KeepSession = (request: FastifyRequest, reply: FastifyReply) => void

type Dependencies = Omit<AccountsContext, 'strangers' | 'members'> & {
  deadlines: Deadlines
  /** All that the server answers, for its description. */
  calls: Routes
  registerOwnerRoutes: (admin: App, owner: { keepSession: KeepSession }) => void
}

/** Visitors' routes read no cookies. */
export async function adminRoutes(app: App, { deadlines, calls, registerOwnerRoutes, ...given }: Dependencies) {
  const ctx: AccountsContext = { ...given, strangers: createTurns(), members: createTurns() }
  await app.register(async (door: App) => {
    await door.register(cookie)
    readPrefixedCookies(door, () => isSecure(ctx))
    door.addHook('onRoute', (route) => void (route.config = { deadline: deadlines.owner, ...route.config }))
    doorRoutes(door, ctx, calls)
    await door.register(async (admin: App) => ownerRoutes(admin, ctx, registerOwnerRoutes))
  })
}

function doorRoutes(door: App, ctx: AccountsContext, calls: Routes) {
  linkRoutes(door, ctx)
  sessionRoutes(door, ctx)
  passkeySignInRoutes(door, ctx)
  openapiRoute(door, calls, {
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

function linkRoutes(app: App, ctx: AccountsContext) {
  const options = { onRequest: refuseOtherSites(ctx) }

  route(app, ROUTES.accountLink, ({ body }) => readLink(ctx, body.token), options)

  route(
    app,
    ROUTES.useAccountLink,
    async (request, reply) => beginSessionOf(ctx, { request, reply, id: await acceptLink(ctx, request.body) }),
    options,
  )
}

function accountRoutes(app: App, ctx: AccountsContext) {
  const { pool, publicUrl } = ctx

  route(app, ROUTES.accounts, async () => ({ accounts: await listAccounts(pool, passkeyHost(publicUrl())) }))

  route(app, ROUTES.accountNames, async () => ({ accounts: await readAccountNames(pool) }))

  route(app, ROUTES.changeAccount, (request) =>
    changeAccount(ctx, { ...request.params, by: accountOf(request).id, change: request.body }),
  )

  route(app, ROUTES.endSessions, (request) => endAllSessions(ctx, { ...request.params, by: accountOf(request).id }))

  invitationRoutes(app, ctx)
  ownAccountRoutes(app, ctx)
}

function invitationRoutes(app: App, ctx: AccountsContext) {
  const { publicUrl, mailLink } = ctx

  route(app, ROUTES.inviteAccount, async (request) => {
    const token = await inviteAccount(ctx, { ...request.body, by: accountOf(request).id })
    const link = accountLink(publicUrl(), 'invitation', token)
    return { link, mailed: await mailLink({ to: request.body.email, link, purpose: 'invitation' }) }
  })

  route(app, ROUTES.renewAccountLink, async (request) => {
    const { account, purpose, token } = await renewLink(ctx, { ...request.params, by: accountOf(request).id })
    const link = accountLink(publicUrl(), purpose, token)
    return { link, mailed: account.email !== null && (await mailLink({ to: account.email, link, purpose })) }
  })
}

function ownAccountRoutes(app: App, ctx: AccountsContext) {
  route(app, ROUTES.changeOwnAccount, async (request, reply) => {
    await changeOwn(ctx, signedInOf(request), request.body)
    if (request.body.password !== undefined) await beginSessionOf(ctx, { request, reply, id: accountOf(request).id })
  })

  route(app, ROUTES.ownSessions, async (request) => {
    const { account, sessionId } = signedInOf(request)
    return { sessions: await listSessions(ctx.pool, { accountId: account.id, sessionId }) }
  })

  route(app, ROUTES.endOwnSession, async (request) => {
    const isEnded = await endSession(ctx.pool, { accountId: accountOf(request).id, ...request.params })
    if (!isEnded) throw new AppError('not-found')
  })
}

/** Spares the server work: nobody can guess a passkey, and wrong passwords do not count here. */
const TRIES_PER_ADDRESS = { rateLimit: { max: 30 } }

function passkeySignInRoutes(app: App, ctx: AccountsContext) {
  const options = { onRequest: refuseOtherSites(ctx), config: TRIES_PER_ADDRESS }

  route(
    app,
    ROUTES.passkeySignInOptions,
    async (request, reply) => {
      const asker = readAsker(request) ?? randomBytes(32).toString('base64url')
      const asked = await askForPasskey(ctx, { purpose: 'sign-in', holder: hashOf(asker) })
      writeAsker(reply, asker, { isSecure: isSecure(ctx) })
      return asked
    },
    options,
  )

  route(
    app,
    ROUTES.signInWithPasskey,
    async (request, reply) => {
      const holder = hashOf(readAsker(request) ?? '')
      const id = await recognisePasskey(ctx, { purpose: 'sign-in', holder, answer: request.body.answer })
      if (id === null) throw new AppError('wrong-passkey')
      await beginSessionOf(ctx, { request, reply, id })
    },
    options,
  )
}

function passkeyRoutes(app: App, ctx: AccountsContext) {
  route(app, ROUTES.passkeyProofOptions, (request) =>
    askForPasskey(ctx, { purpose: 'proof', holder: holderOf(request), accountId: accountOf(request).id }),
  )

  route(app, ROUTES.proveWithPasskey, async (request) => {
    const answered = { purpose: 'proof', holder: holderOf(request), answer: request.body.answer } as const
    if ((await recognisePasskey(ctx, answered)) !== accountOf(request).id) throw new AppError('wrong-passkey')
    await proveSession(ctx.preparedPool, readSession(request)!)
  })

  ownPasskeyRoutes(app, ctx)
}

function ownPasskeyRoutes(app: App, ctx: AccountsContext) {
  const { pool, publicUrl } = ctx

  route(app, ROUTES.ownPasskeys, async (request) => {
    const host = passkeyHost(publicUrl())
    return { host, passkeys: await listPasskeys(pool, { accountId: accountOf(request).id, host }) }
  })

  route(app, ROUTES.newPasskeyOptions, (request) =>
    offerPasskey(ctx, { account: accountOf(request), holder: holderOf(request) }),
  )

  route(app, ROUTES.addPasskey, (request) =>
    addPasskey(ctx, { ...request.body, ...signedInOf(request), holder: holderOf(request) }),
  )

  route(app, ROUTES.renamePasskey, async (request) => {
    const accountId = accountOf(request).id
    const isRenamed = await renamePasskey(pool, { accountId, ...request.params, ...request.body })
    if (!isRenamed) throw new AppError('not-found')
  })

  route(app, ROUTES.removePasskey, async (request) => {
    const isRemoved = await removePasskey(pool, { accountId: accountOf(request).id, ...request.params })
    if (!isRemoved) throw new AppError('not-found')
  })
}

function holderOf(request: FastifyRequest): Buffer {
  return hashOf(readSession(request)!)
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
