import cookie from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { passkeyHost } from '#shared/owner/passkeys.ts'
import { findWaysIn } from '../accounts/accounts.ts'
import { nameRights } from '../accounts/rights.ts'
import type { Deadlines } from '../base/deadlines.ts'
import { ensureSecret } from '../db/secrets.ts'
import { AppError } from '../base/errors.ts'
import type { LogFailure } from '../base/log-failures.ts'
import { describeAsOwners, openapiRoute } from '../http/openapi.ts'
import type { App } from '../http/server.ts'
import { accountRoutes, linkRoutes, type MailLink } from './account-routes.ts'
import { type CheckPasswords, createCheckPasswords } from './check-passwords.ts'
import type { ColumnStore } from '../listing/columns/column-store.ts'
import { listRoutes, type RecordExport } from '../listing/routes.ts'
import { peopleRoutes, type ReadLog } from '../people/routes.ts'
import type { ReadSignals } from '#shared/list/reviews.ts'
import { createLive } from './live.ts'
import { liveRoutes } from './live-routes.ts'
import { readPrefixedCookies, readSession, writeSession } from '../http/session-cookies.ts'
import {
  type BeginSession,
  createBeginSession,
  createGiveSession,
  type GiveSession,
  proofRoute,
  refuseOtherSites,
  requireSession,
  requireSessionStill,
  sessionRoutes,
} from './session-routes.ts'
import { passkeyRoutes, passkeySignInRoutes } from './passkey-routes.ts'
import { createPasskeys, type Passkeys } from './passkeys.ts'
import { createSessions, SESSION_SECONDS, type Sessions } from './sessions.ts'
import type { Challenges } from '../trust/floods/challenges.ts'

/** Sends the session's cookie again, under the name that fits the site's current address. */
export type KeepSession = (request: FastifyRequest, reply: FastifyReply) => void

type Dependencies = {
  pool: pg.Pool
  /** A pool that prepares its statements, which are few, fixed and frequent. */
  preparedPool: pg.Pool
  columns: ColumnStore
  /** The origin of the site as visitors reach it. */
  publicUrl: () => string
  trustProxy: string | false
  /** Proofs of work, by which strangers can sign in without a wait; null if browsers cannot compute one. */
  challenges: () => Challenges | null
  /** Reads the changes that acts made to an entry. */
  readLog: ReadLog
  recordExport: RecordExport
  /** Reads the signals that raise doubts about entries. */
  readSignals: ReadSignals
  deadlines: Deadlines
  logFailure: LogFailure
  mailLink: MailLink
  /** Registers the other routes that require a session. */
  registerOwnerRoutes: (admin: App, owner: { keepSession: KeepSession }) => void
}

/** The sign-in routes and all routes that require the owner's session. Visitors' routes read no cookies. */
export async function adminRoutes(app: App, dependencies: Dependencies) {
  const { pool, preparedPool, publicUrl, trustProxy, challenges, deadlines } = dependencies
  const sessions = createSessions(preparedPool)
  const secret = await ensureSecret(pool, 'cookie_secret')
  await app.register(async (door: App) => {
    await door.register(cookie, { secret })
    readPrefixedCookies(door, () => isSecure(publicUrl))
    door.addHook('onRoute', (route) => void (route.config = { deadline: deadlines.owner, ...route.config }))
    const passwords = createCheckPasswords({ trustProxy, challenges })
    const giveSession = createGiveSession({ sessions, publicUrl })
    const signingIn: SigningIn = {
      sessions,
      passwords,
      passkeys: createPasskeys({ pool, publicUrl }),
      giveSession,
      begin: createBeginSession({ sessions, giveSession }),
    }
    doorRoutes(door, dependencies, signingIn)
    await door.register(async (admin: App) => ownerRoutes(admin, dependencies, signingIn))
  })
}

/** The parts that the sign-in routes and the routes that need a session share. */
type SigningIn = {
  sessions: Sessions
  passwords: CheckPasswords
  passkeys: Passkeys
  giveSession: GiveSession
  begin: BeginSession
}

/** The routes that need no session: strangers sign in with them. */
function doorRoutes(
  door: App,
  { pool, preparedPool, publicUrl }: Dependencies,
  { sessions, passwords, passkeys, giveSession, begin }: SigningIn,
) {
  const refuseOthers = refuseOtherSites(publicUrl)
  linkRoutes(door, { pool, begin, refuseOthers })
  sessionRoutes(door, {
    sessions,
    passwords,
    publicUrl,
    refuseOthers,
    giveSession,
    findWaysIn: () => findWaysIn(preparedPool, passkeyHost(publicUrl())),
  })
  passkeySignInRoutes(door, { pool, passkeys, sessions, passwords, publicUrl, refuseOthers, giveSession })
  openapiRoute(door, {
    isOwner: async (request) => {
      const token = readSession(request)
      return token !== undefined && (await sessions.check(token, { byPerson: false })) !== null
    },
  })
}

/** The routes that require the owner's session. */
function ownerRoutes(admin: App, dependencies: Dependencies, signingIn: SigningIn) {
  const { pool, preparedPool, publicUrl, columns, readLog, readSignals, recordExport, deadlines } = dependencies
  const { sessions, passwords, passkeys, begin } = signingIn
  describeAsOwners(admin)
  nameRights(admin)
  admin.addHook('onRequest', requireSession({ sessions, publicUrl }))
  admin.addHook('preHandler', requireSessionStill)
  proofRoute(admin, { passwords, sessions })
  passkeyRoutes(admin, { pool, passkeys, sessions, passwords, publicUrl })
  accountRoutes(admin, { pool, publicUrl, mailLink: dependencies.mailLink, begin })
  listRoutes(admin, { pool, preparedPool, columns, readSignals, recordExport, patience: deadlines.figures })
  peopleRoutes(admin, { pool, preparedPool, readLog, readSignals })
  dependencies.registerOwnerRoutes(admin, {
    keepSession: (request, reply) =>
      writeSession(reply, readSession(request)!, { isSecure: isSecure(publicUrl), seconds: SESSION_SECONDS }),
  })
  liveRoutes(admin, { live: createLive({ pool, sessions, logFailure: dependencies.logFailure }) })
  // Unknown paths require a session too, so that strangers cannot find out which paths exist.
  for (const path of ['/api/admin/*', '/functions/*']) admin.all(path, { schema: { hide: true } }, answerUnknown)
}

function isSecure(publicUrl: () => string): boolean {
  return publicUrl().startsWith('https:')
}

function answerUnknown(): never {
  throw new AppError('not-found')
}
