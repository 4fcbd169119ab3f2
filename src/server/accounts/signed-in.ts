import type { FastifyRequest } from 'fastify'
import type { OwnAccount } from '#shared/owner/accounts.ts'

export type SignedIn = {
  account: OwnAccount
  sessionId: string
  isProven: boolean
  /** Does not reveal the token. */
  label: string
  /** Long responses ask repeatedly whether the session is open and has the role of the route. */
  mayGoOn: () => Promise<boolean>
}

export type Actor = { accountId: string; label: string; isProven: boolean }

const signedIn = new WeakMap<FastifyRequest, SignedIn>()

export function rememberSignedIn(request: FastifyRequest, session: SignedIn) {
  signedIn.set(request, session)
}

export function signedInOf(request: FastifyRequest): SignedIn {
  const session = signedIn.get(request)
  if (!session) throw new Error(`${request.routeOptions.url} is not registered where a session is required`)
  return session
}

export function accountOf(request: FastifyRequest): OwnAccount {
  return signedInOf(request).account
}

export function actorOf(request: FastifyRequest): Actor {
  const { account, label, isProven } = signedInOf(request)
  return { accountId: account.id, label, isProven }
}
