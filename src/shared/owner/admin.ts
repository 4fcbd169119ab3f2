import * as z from 'zod/mini'
import { OwnAccount } from './accounts.ts'
import { PasskeyAnswer } from './passkeys.ts'
import { text } from '../values/text-schema.ts'
import { MAX_LENGTH } from '../values/text.ts'

export const SignIn = z.object({
  /** Without it, the first account signs in. */
  email: z.optional(text(MAX_LENGTH.email)),
  password: z.string().check(z.maxLength(500)),
})
export type SignIn = z.infer<typeof SignIn>

export const PasskeySignIn = z.object({ answer: PasskeyAnswer })
export type PasskeySignIn = z.infer<typeof PasskeySignIn>

export const Proof = z.object({ password: z.string().check(z.maxLength(500)) })

export const SessionState = z.object({
  authenticated: z.boolean(),
  asks_email: z.boolean(),
  has_passkeys: z.boolean(),
  account: z.nullable(OwnAccount),
  proven: z.boolean(),
})
export type SessionState = z.infer<typeof SessionState>

export const MOST_UNKNOWN = 200

/** Answers with the sent emails that are not on the list, in the same spelling. */
export const UnknownRequest = z.object({
  emails: z.array(text(MAX_LENGTH.email, { blank: true })).check(z.maxLength(MOST_UNKNOWN)),
})
export const UnknownResponse = z.object({ unknown: z.array(z.string()) })
export type UnknownResponse = z.infer<typeof UnknownResponse>

export const LIVE_EVENTS = ['joined', 'updated', 'sync', 'message'] as const
export const SIGN_OF_LIFE = 'alive'
export type LiveEvent = (typeof LIVE_EVENTS)[number]
