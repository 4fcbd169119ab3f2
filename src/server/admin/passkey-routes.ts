import { createHash, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import * as z from 'zod/mini'
import { PasskeySignIn } from '#shared/owner/admin.ts'
import {
  NewPasskey,
  OwnPasskeys,
  PasskeyAnswer,
  passkeyHost,
  PasskeyName,
  PasskeyOptions,
} from '#shared/owner/passkeys.ts'
import { paths } from '#shared/site/paths.ts'
import { findPasskey, listPasskeys, removePasskey, renamePasskey } from '../accounts/passkeys.ts'
import { accountOf, signedInOf } from '../accounts/signed-in.ts'
import { AppError } from '../base/errors.ts'
import type { App } from '../http/server.ts'
import { readAsker, readBrowser, readSession, writeAsker } from '../http/session-cookies.ts'
import type { CheckPasswords } from './check-passwords.ts'
import type { Passkeys } from './passkeys.ts'
import { deviceOf, type GiveSession, type RefuseOthers } from './session-routes.ts'
import type { Sessions } from './sessions.ts'

const Id = z.object({ id: z.uuid() })
const NOTHING = { 204: z.null() }
const OPTIONS = { 200: PasskeyOptions }

type Dependencies = {
  pool: pg.Pool
  passkeys: Passkeys
  sessions: Sessions
  passwords: CheckPasswords
  publicUrl: () => string
}

/** The routes for signing in with a passkey. They need no session. */
export function passkeySignInRoutes(
  app: App,
  dependencies: Dependencies & { refuseOthers: RefuseOthers; giveSession: GiveSession },
) {
  const { passkeys, sessions, passwords, publicUrl, refuseOthers, giveSession } = dependencies
  app.post(
    `${paths.api.adminPasskey}/options`,
    { schema: { response: OPTIONS }, onRequest: refuseOthers, config: { rateLimit: { max: 30 } } },
    async (request, reply) => {
      const asker = readAsker(request) ?? randomBytes(32).toString('base64url')
      const options = await passkeys.ask({ purpose: 'sign-in', holder: hashOf(asker) })
      writeAsker(reply, asker, { isSecure: publicUrl().startsWith('https:') })
      return options
    },
  )

  app.post(
    paths.api.adminPasskey,
    { schema: { body: PasskeySignIn, response: NOTHING }, onRequest: refuseOthers },
    async (request, reply) => {
      const { answer, proof = null } = request.body
      const holder = hashOf(readAsker(request) ?? '')
      const browser = await findBrowser(request, answer.id, dependencies)
      const session = await passwords.signIn({
        async open() {
          const accountId = await passkeys.recognise({ purpose: 'sign-in', holder, answer })
          return accountId === null ? null : sessions.openFor(accountId, deviceOf(request))
        },
        ip: request.ip,
        browser,
        proof,
      })
      if (!session) throw new AppError('wrong-passkey')
      await giveSession({ request, reply, session })
      return reply.code(204).send(null)
    },
  )
}

/**
 * Returns the value of the browser's cookie if the browser has signed in to the passkey's account before; null for a
 * stranger.
 */
async function findBrowser(
  request: FastifyRequest,
  passkeyId: string,
  { pool, sessions }: Pick<Dependencies, 'pool' | 'sessions'>,
): Promise<string | null> {
  const known = readBrowser(request)
  const accountId = known && ((await findPasskey(pool, passkeyId))?.accountId ?? null)
  return known && accountId && (await sessions.isRecognised(known, { accountId })) ? known : null
}

/**
 * The routes by which users prove again who they are, and manage their own passkeys. Register them where a session is
 * required.
 */
export function passkeyRoutes(app: App, { pool, passkeys, sessions, passwords, publicUrl }: Dependencies) {
  app.post(`${paths.api.adminProof}/passkey/options`, { schema: { response: OPTIONS } }, (request) =>
    passkeys.ask({ purpose: 'proof', holder: holderOf(request), accountId: accountOf(request).id }),
  )

  app.post(
    `${paths.api.adminProof}/passkey`,
    { schema: { body: z.object({ answer: PasskeyAnswer }), response: NOTHING } },
    async (request, reply) => {
      const { id } = accountOf(request)
      const answered = { purpose: 'proof', holder: holderOf(request), answer: request.body.answer } as const
      const isProven = await passwords.prove({
        accountId: id,
        attempt: async () => (await passkeys.recognise(answered)) === id,
      })
      if (!isProven) throw new AppError('wrong-passkey')
      await sessions.markProven(readSession(request)!)
      return reply.code(204).send(null)
    },
  )

  ownPasskeyRoutes(app, { pool, passkeys, publicUrl })
}

function ownPasskeyRoutes(
  app: App,
  { pool, passkeys, publicUrl }: Pick<Dependencies, 'pool' | 'passkeys' | 'publicUrl'>,
) {
  const own = `${paths.api.adminAccount}/passkeys`

  app.get(own, { schema: { response: { 200: OwnPasskeys } } }, async (request) => {
    const host = passkeyHost(publicUrl())
    return { host, passkeys: await listPasskeys(pool, { accountId: accountOf(request).id, host }) }
  })

  app.post(`${own}/options`, { schema: { response: OPTIONS } }, (request) =>
    passkeys.offer({ account: accountOf(request), holder: holderOf(request) }),
  )

  app.post(own, { schema: { body: NewPasskey, response: NOTHING } }, async (request, reply) => {
    await passkeys.add({ ...request.body, ...signedInOf(request), holder: holderOf(request) })
    return reply.code(204).send(null)
  })

  app.patch(`${own}/:id`, { schema: { params: Id, body: PasskeyName, response: NOTHING } }, async (request, reply) => {
    const accountId = accountOf(request).id
    const isRenamed = await renamePasskey(pool, { accountId, ...request.params, ...request.body })
    if (!isRenamed) throw new AppError('not-found')
    return reply.code(204).send(null)
  })

  app.delete(`${own}/:id`, { schema: { params: Id, response: NOTHING } }, async (request, reply) => {
    const isRemoved = await removePasskey(pool, { accountId: accountOf(request).id, ...request.params })
    if (!isRemoved) throw new AppError('not-found')
    return reply.code(204).send(null)
  })
}

/** The hash that ties a challenge for a passkey to the session that asked for it. */
function holderOf(request: FastifyRequest): Buffer {
  return hashOf(readSession(request)!)
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
