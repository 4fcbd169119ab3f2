import { createHash, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { ROUTES } from '#shared/routes.ts'
import { passkeyHost } from '#shared/owner/passkeys.ts'
import { AppError } from '../base/errors.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/server.ts'
import { readAsker, readSession, writeAsker } from '../http/session-cookies.ts'
import type { AccountsContext } from './context.ts'
import {
  addPasskey,
  askForPasskey,
  listPasskeys,
  offerPasskey,
  recognisePasskey,
  removePasskey,
  renamePasskey,
} from './passkeys.ts'
import { beginSessionOf, isSecure, refuseOtherSites } from './session-routes.ts'
import { proveSession } from './sessions.ts'
import { accountOf, signedInOf } from './signed-in.ts'

/** Spares the server work: nobody can guess a passkey, and wrong passwords do not count here. */
const TRIES_PER_ADDRESS = { rateLimit: { max: 30 } }

export function passkeySignInRoutes(app: App, ctx: AccountsContext) {
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

export function passkeyRoutes(app: App, ctx: AccountsContext) {
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
