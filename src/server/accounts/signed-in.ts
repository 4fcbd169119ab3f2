import type { FastifyRequest } from 'fastify'
import type { OwnAccount } from '#shared/owner/accounts.ts'

/** The session of a request. */
export type SignedIn = {
  account: OwnAccount
  sessionId: string
  isProven: boolean
  /** A short label for the session, which does not reveal its token. */
  label: string
  /**
   * Resolves to whether the session is still open and its account still has the role that the route requires. Long
   * responses call it repeatedly.
   */
  mayGoOn: () => Promise<boolean>
}

/** The author of an act: their account, a label of the session, and whether they recently proved who they are. */
export type Actor = { accountId: string; label: string; isProven: boolean }

const signedIn = new WeakMap<FastifyRequest, SignedIn>()

export function rememberSignedIn(request: FastifyRequest, session: SignedIn) {
  signedIn.set(request, session)
}

/** The session of a request that passed `requireSession`. */
export function signedInOf(request: FastifyRequest): SignedIn {
  const session = signedIn.get(request)
  if (!session) throw new Error(`${request.routeOptions.url} is not registered where a session is required`)
  return session
}

/** The account of a request that passed `requireSession`. */
export function accountOf(request: FastifyRequest): OwnAccount {
  return signedInOf(request).account
}

export function actorOf(request: FastifyRequest): Actor {
  const { account, label, isProven } = signedInOf(request)
  return { accountId: account.id, label, isProven }
}
