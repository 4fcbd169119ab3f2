import type pg from 'pg'
import type { OwnAccount } from '#shared/owner/accounts.ts'
import { type NewPasskey, type PasskeyAnswer, passkeyHost } from '#shared/owner/passkeys.ts'
import { site } from '#shared/site/site.ts'
import * as accounts from '../accounts/passkeys.ts'
import type { SignedIn } from '../accounts/signed-in.ts'
import { AppError } from '../base/errors.ts'
import { inTransaction } from '../db/transaction.ts'
import { requireOpen } from './change-accounts.ts'

/** Loaded with the first passkey, so that it does not slow down the server's start. */
const webauthn = () => import('@simplewebauthn/server')

/** EdDSA, ES256 and RS256: Node can verify these on every server. */
const ALGORITHMS = [-8, -7, -257]

/** `holder`: the hash of a secret that only the asking browser has. */
type Asking = { purpose: 'sign-in' | 'proof'; holder: Buffer }

/** Makes challenges for passkeys and checks the answers. WebAuthn calls these ceremonies. */
export type Passkeys = ReturnType<typeof createPasskeys>

/** `publicUrl`: the origin of the site. Passkeys belong to its host, and only answers from this origin are valid. */
export function createPasskeys({ pool, publicUrl }: { pool: pg.Pool; publicUrl: () => string }) {
  const checks = checksOf(publicUrl)
  return { ...recognition(pool, checks), ...enrolment(pool, checks) }
}

type Checks = ReturnType<typeof checksOf>

/** Recognises people by the passkeys of their accounts. */
function recognition(pool: pg.Pool, { requireHost, verifyAnswer }: Checks) {
  return {
    /** Resolves to the options for a passkey of this account, or of any account if none is given. */
    async ask({ purpose, holder, accountId }: Asking & { accountId?: string }) {
      const host = requireHost()
      const own = accountId ? await accounts.listCredentials(pool, { accountId, host }) : []
      const { generateAuthenticationOptions } = await webauthn()
      const options = await generateAuthenticationOptions({
        rpID: host,
        userVerification: 'required',
        allowCredentials: own.map(toDescriptor),
      })
      await accounts.insertChallenge(pool, { challenge: options.challenge, purpose, holder })
      return { ...options }
    },

    /**
     * Resolves to the account whose passkey answered. Null if the answer is invalid, or belongs to no challenge of this
     * browser.
     */
    async recognise({ answer, ...asking }: Asking & { answer: PasskeyAnswer }): Promise<string | null> {
      const challenge = challengeOf(answer)
      if (challenge === null || !(await accounts.takeChallenge(pool, { challenge, ...asking }))) return null
      const passkey = await accounts.findPasskey(pool, answer.id)
      if (!passkey || !isHandleOf(passkey.accountId, answer.response.userHandle)) return null
      const counter = await verifyAnswer(answer, { challenge, passkey })
      if (counter === null) return null
      const isCounted = await accounts.countUse(pool, { credential: passkey.credential, counter })
      return isCounted ? passkey.accountId : null
    },
  }
}

type Adding = Pick<SignedIn, 'account' | 'sessionId'> & { holder: Buffer }

/** Adds passkeys to accounts. */
function enrolment(pool: pg.Pool, { requireHost, verifyNew }: Checks) {
  return {
    /** Resolves to the options for a new passkey of this account. */
    async offer({ account, holder }: { account: OwnAccount; holder: Buffer }) {
      const host = requireHost()
      const { generateRegistrationOptions } = await webauthn()
      const options = await generateRegistrationOptions({
        ...newPasskeyOf(account, host),
        excludeCredentials: (await accounts.listCredentials(pool, { accountId: account.id, host })).map(toDescriptor),
      })
      await accounts.insertChallenge(pool, { challenge: options.challenge, purpose: 'new', holder })
      return { ...options }
    },

    /**
     * Stores the new passkey. Throws an AppError if the answer is invalid or belongs to no offer to this session, or if
     * the session has ended meanwhile.
     */
    async add({ account, sessionId, holder, name, answer }: NewPasskey & Adding): Promise<void> {
      const challenge = challengeOf(answer)
      if (challenge === null || !(await accounts.takeChallenge(pool, { challenge, purpose: 'new', holder })))
        throw new AppError('wrong-passkey')
      const credential = await verifyNew(answer, challenge)
      if (credential === null) throw new AppError('wrong-passkey')
      const passkey = {
        credential: credential.id,
        accountId: account.id,
        publicKey: credential.publicKey,
        counter: credential.counter,
        transports: credential.transports ?? [],
        host: requireHost(),
        name,
      }
      await inTransaction(pool, async (tx) => {
        await requireOpen(tx, sessionId)
        if (!(await accounts.insertPasskey(tx, passkey))) throw new AppError('wrong-passkey')
      })
    },
  }
}

/** Describes the passkey that the browser is asked to create. */
function newPasskeyOf(account: OwnAccount, host: string) {
  return {
    rpName: site().brand.name,
    rpID: host,
    userID: handleOf(account.id),
    userName: account.email ?? account.name,
    userDisplayName: account.name,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    // Only passkeys with these properties appear in the browser's own list and work without a password.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  } as const
}

/** Functions that check answers. An answer must be for this site's host and origin. */
function checksOf(publicUrl: () => string) {
  return { requireHost, verifyAnswer, verifyNew }

  function requireHost(): string {
    const host = passkeyHost(publicUrl())
    if (host === null) throw new AppError('no-passkeys')
    return host
  }

  function expected(challenge: string) {
    return { expectedChallenge: challenge, expectedOrigin: publicUrl(), expectedRPID: requireHost() }
  }

  /** Resolves to the new counter, or to null for an invalid answer, for which the library throws. */
  async function verifyAnswer(
    answer: PasskeyAnswer,
    { challenge, passkey }: { challenge: string; passkey: accounts.Passkey },
  ): Promise<number | null> {
    const { verifyAuthenticationResponse } = await webauthn()
    const { credential: id, publicKey, counter } = passkey
    const checked = await verifyAuthenticationResponse({
      response: answer,
      ...expected(challenge),
      credential: { id, publicKey, counter },
      requireUserVerification: true,
    }).catch(() => null)
    return checked?.verified ? checked.authenticationInfo.newCounter : null
  }

  async function verifyNew(answer: NewPasskey['answer'], challenge: string) {
    const { verifyRegistrationResponse } = await webauthn()
    const checked = await verifyRegistrationResponse({
      response: answer as Parameters<typeof verifyRegistrationResponse>[0]['response'],
      ...expected(challenge),
      supportedAlgorithmIDs: ALGORITHMS,
      requireUserVerification: true,
    }).catch(() => null)
    return checked?.verified ? checked.registrationInfo.credential : null
  }
}

type Descriptor = { id: string; transports: AuthenticatorTransport[] }
type AuthenticatorTransport = 'ble' | 'cable' | 'hybrid' | 'internal' | 'nfc' | 'smart-card' | 'usb'

function toDescriptor({ credential, transports }: Pick<accounts.Passkey, 'credential' | 'transports'>): Descriptor {
  return { id: credential, transports: transports as AuthenticatorTransport[] }
}

/** The user handle, by which a passkey names its account. */
function handleOf(accountId: string) {
  return Uint8Array.from(Buffer.from(accountId))
}

function isHandleOf(accountId: string, handle: string | undefined): boolean {
  return handle === undefined || handle === Buffer.from(accountId).toString('base64url')
}

/** The challenge that an answer names. Nothing in the answer is verified yet. */
function challengeOf({ response: { clientDataJSON } }: { response: { clientDataJSON: string } }): string | null {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { challenge?: unknown }
    return typeof challenge === 'string' ? challenge : null
  } catch {
    return null
  }
}
