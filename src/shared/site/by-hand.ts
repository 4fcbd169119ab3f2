import * as z from 'zod/mini'
import { answerFields, nameField } from './answer-schema.ts'
import { Email, text } from '../values/text-schema.ts'
import { schemaPerSite } from './schema-per-site.ts'
import { MAX_LENGTH } from '../values/text.ts'

const position = z.int().check(z.minimum(1))
const optionalCode = z.nullish(text(MAX_LENGTH.referralCode, { blank: true }))
const placed = { position, referralCode: text(MAX_LENGTH.referralCode), usedReferralCode: optionalCode }

export const BY_HAND_BODIES = {
  'send-waitlist-email': schemaPerSite(() => z.object({ email: Email, ...answerFields(), ...placed })),
  'send-referral-notification': z.object({
    referrerEmail: Email,
    newSignupEmail: Email,
    newPosition: position,
    referralCount: z.int().check(z.minimum(0)),
  }),
  'add-to-notion': schemaPerSite(() =>
    z.object({ email: Email, full_name: nameField(), ...answerFields(), ...placed }),
  ),
}

export const ByHandResult = z.object({
  success: z.boolean(),
  error: z.optional(z.object({ message: z.string() })),
})
export type ByHandResult = z.infer<typeof ByHandResult>

export const SyncResult = z.object({
  success: z.boolean(),
  synced: z.int(),
  errors: z.int(),
  details: z.optional(z.array(z.string())),
  error: z.optional(z.object({ message: z.string() })),
})
export type SyncResult = z.infer<typeof SyncResult>

export const SyncStarted = z.object({ run_id: z.string() })

export const SyncState = z.object({
  run: z.nullable(
    z.object({
      run_id: z.string(),
      started_at: z.iso.datetime(),
      done: z.int(),
      total: z.int(),
      result: z.nullable(SyncResult),
    }),
  ),
})
export type SyncState = z.infer<typeof SyncState>
