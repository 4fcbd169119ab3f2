import * as z from 'zod/mini'
import { answerFields, nameField, otherIsSpecified } from '../site/answer-schema.ts'
import { type Answers, toAnswers } from '../site/questions.ts'
import { Email, text } from '../values/text-schema.ts'
import { schemaPerSite, underItsVersion } from '../site/schema-per-site.ts'
import { site } from '../site/site.ts'
import { MAX_ELAPSED_MS, MAX_LENGTH } from '../values/text.ts'

export const Challenge = z.record(z.string(), z.unknown())
export type Challenge = z.infer<typeof Challenge>

const LONGEST = { stamp: 64, proof: 2000 }

const utmText = z.optional(text(MAX_LENGTH.utm, { blank: true }))

export const Utm = z.object({ source: utmText, medium: utmText, campaign: utmText, term: utmText, content: utmText })
export type Utm = z.infer<typeof Utm>

type Sent = {
  email: string
  full_name?: string | null | undefined
  used_referral_code?: string | null | undefined
  submission_id?: string | undefined
  utm?: Utm | null | undefined
  elapsed_ms?: number | undefined
  website?: string | undefined
  stamp?: string | undefined
  proof?: string | undefined
  site_version?: number | undefined
}

/** Before defaults and normalization. */
export type JoinRequestInput = Sent & Record<string, unknown>

export type JoinRequest = Sent &
  Answers & { full_name: string; used_referral_code: string | null; language?: string | undefined }

/** Of the person’s mails: one of the site. By default the first. */
export const languageOn = () =>
  z.optional(z.enum([...site().languages] as [string, ...string[]], 'is not a language of the site'))

export const personFields = () => ({
  ...answerFields(),
  email: Email,
  full_name: nameField(),
  used_referral_code: z.nullish(text(MAX_LENGTH.referralCode, { blank: true })),
  utm: z.nullish(Utm),
})

export const JoinRequest = underItsVersion(
  z.pipe(
    schemaPerSite(() =>
      z
        .object({
          ...personFields(),
          /** A request with the same id is a retry: same answer, nothing changes. */
          submission_id: z.optional(text(MAX_LENGTH.submissionId)),
          elapsed_ms: z.optional(
            z
              .int('must be a whole number')
              .check(z.minimum(0, 'must not be negative'), z.maximum(MAX_ELAPSED_MS, 'is too long')),
          ),
          /** Only a program fills it in. */
          website: z.optional(text(MAX_LENGTH.freeText, { blank: true })),
          stamp: z.optional(text(LONGEST.stamp, { blank: true })),
          /** Versions of the last 30 days are known; any other means the current one. */
          site_version: z.optional(z.int('must be a whole number')),
          proof: z.optional(text(LONGEST.proof, { blank: true })),
        })
        .check(otherIsSpecified),
    ),
    z.transform(toJoinRequest),
  ),
)

export function toJoinRequest({
  email,
  full_name,
  used_referral_code,
  submission_id,
  utm,
  elapsed_ms,
  website,
  stamp,
  proof,
  site_version: _named,
  ...sent
}: Sent & Record<string, unknown>): JoinRequest {
  return {
    email,
    full_name: full_name ?? '',
    ...toAnswers(sent),
    used_referral_code: used_referral_code || null,
    submission_id,
    utm,
    elapsed_ms,
    website,
    stamp,
    proof,
    site_version: site().version,
  }
}

/** Only a new entry gets a token: it proves that this browser created the entry. */
export const JoinResponse = z.object({
  position: z.int(),
  referral_code: z.string(),
  browser_token: z.optional(z.string()),
})
export type JoinResponse = z.infer<typeof JoinResponse>

/** Every answer while addresses must be confirmed. It does not reveal whether the address is known. */
export const CheckInbox = z.object({ check_inbox: z.literal(true) })
export const StampQuery = z.object({ code: z.optional(z.string().check(z.maxLength(MAX_LENGTH.referralCode))) })

export const StampResponse = z.object({ stamp: z.string(), challenge: z.nullable(Challenge) })
export type StampResponse = z.infer<typeof StampResponse>

export const CountResponse = z.object({ count: z.int() })
export type CountResponse = z.infer<typeof CountResponse>
