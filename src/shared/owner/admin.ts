import * as z from 'zod/mini'
import { OwnAccount } from './accounts.ts'
import { PasskeyAnswer } from './passkeys.ts'
import { text } from '../values/text-schema.ts'
import { MAX_LENGTH } from '../values/text.ts'

/**
 * `POST /api/admin/session`: 204 and a cookie; 401 `wrong-password`; after too many of them, 429 with Retry-After.
 */
export const SignIn = z.object({
  /** Without an email, the first account signs in. */
  email: z.optional(text(MAX_LENGTH.email)),
  password: z.string().check(z.maxLength(500)),
})
export type SignIn = z.infer<typeof SignIn>

/** `POST /api/admin/session/passkey`: the answers of `SignIn`, but 403 `wrong-passkey` instead of 401. */
export const PasskeySignIn = z.object({ answer: PasskeyAnswer })
export type PasskeySignIn = z.infer<typeof PasskeySignIn>

/** `POST /api/admin/session/proof`: 204, and the session has a recent proof of identity; 403 `wrong-proof`. */
export const Proof = z.object({ password: z.string().check(z.maxLength(500)) })

/** `GET /api/admin/session`: always 200. `DELETE`: 204, and the session has ended. */
export const SessionState = z.object({
  authenticated: z.boolean(),
  /** Whether several accounts have a password, so that signing in needs an email. */
  asks_email: z.boolean(),
  /** Whether any account has a passkey that works at the site's current address. */
  has_passkeys: z.boolean(),
  /** Null without a session. */
  account: z.nullable(OwnAccount),
  /** Whether the password or a passkey was given within the last `PROOF_MINUTES`. */
  proven: z.boolean(),
})
export type SessionState = z.infer<typeof SessionState>

/** The maximum number of emails in one request. The client sends several requests for more emails. */
export const MOST_UNKNOWN = 200

/** `POST /api/admin/entries/unknown`: answers with the sent emails that are not on the list, in the same spelling. */
export const UnknownRequest = z.object({
  emails: z.array(text(MAX_LENGTH.email, { blank: true })).check(z.maxLength(MOST_UNKNOWN)),
})
export const UnknownResponse = z.object({ unknown: z.array(z.string()) })
export type UnknownResponse = z.infer<typeof UnknownResponse>

/**
 * The events of `GET /api/admin/live`, each with an empty object as data: somebody joined, answers or positions
 * changed, a sync began or ended, a message came or was marked. The client fetches the new data with other calls.
 */
export const LIVE_EVENTS = ['joined', 'updated', 'sync', 'message'] as const
/** An event that is sent every second, to show that the connection is still alive. */
export const SIGN_OF_LIFE = 'alive'
export type LiveEvent = (typeof LIVE_EVENTS)[number]
