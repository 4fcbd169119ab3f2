import * as z from 'zod/mini'
import { text } from '../values/text-schema.ts'
import { MAX_LENGTH } from '../values/text.ts'

/** Null if browsers allow no passkeys there: without https, or for an IP address. */
export function passkeyHost(publicUrl: string): string | null {
  const { protocol, hostname } = new URL(publicUrl)
  if (hostname === 'localhost') return hostname
  return protocol === 'https:' && !/^[\d.]+$|:/.test(hostname) ? hostname : null
}

const Encoded = z.string().check(z.maxLength(20_000), z.regex(/^[\w-]+$/, 'must be base64url'))
const answerWith = <Shape extends z.core.$ZodLooseShape>(response: Shape) =>
  z.object({
    id: Encoded,
    rawId: Encoded,
    type: z.literal('public-key'),
    response: z.object({ clientDataJSON: Encoded, ...response }),
    clientExtensionResults: z.object({}),
  })

export const PasskeyAnswer = answerWith({
  authenticatorData: Encoded,
  signature: Encoded,
  userHandle: z.optional(Encoded),
})
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>

/** In the format of @simplewebauthn/browser. The answer is valid once, within ten minutes, from the same browser. */
export const PasskeyOptions = z.looseObject({ challenge: z.string() })

const Name = text(MAX_LENGTH.name)

export const NewPasskey = z.object({
  name: Name,
  answer: answerWith({
    attestationObject: Encoded,
    transports: z.optional(z.array(z.string().check(z.maxLength(50))).check(z.maxLength(10))),
  }),
})
export type NewPasskey = z.infer<typeof NewPasskey>

export const PasskeyName = z.object({ name: Name })

export const OwnPasskey = z.object({
  id: z.string(),
  name: z.string(),
  host: z.string(),
  created_at: z.string(),
  used_at: z.nullable(z.string()),
  is_usable: z.boolean(),
})
export type OwnPasskey = z.infer<typeof OwnPasskey>

export const OwnPasskeys = z.object({ passkeys: z.array(OwnPasskey), host: z.nullable(z.string()) })
