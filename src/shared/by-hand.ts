import * as z from 'zod/mini'
import { answerFields } from './answer-schema.ts'
import { Email } from './email-schema.ts'
import { text } from './text-schema.ts'
import { MAX_LENGTH } from './text.ts'

const position = z.int().check(z.minimum(1))
const optionalCode = z.nullish(text(MAX_LENGTH.referralCode, { blank: true }))
const placed = { position, referralCode: text(MAX_LENGTH.referralCode), usedReferralCode: optionalCode }

/** The bodies of `POST /functions/v1/<name>`. All but the sync, which takes none. */
export const BY_HAND_BODIES = {
  'send-waitlist-email': z.object({ email: Email, ...answerFields, ...placed }),
  'send-referral-notification': z.object({
    referrerEmail: Email,
    newSignupEmail: Email,
    newPosition: position,
    referralCount: z.int().check(z.minimum(0)),
  }),
  'add-to-notion': z.object({ email: Email, full_name: text(MAX_LENGTH.name), ...answerFields, ...placed }),
}

/** What a function answers. */
export const ByHandResult = z.object({
  success: z.boolean(),
  error: z.optional(z.object({ message: z.string() })),
})
export type ByHandResult = z.infer<typeof ByHandResult>

/** What syncing everybody to Beehiiv came to. */
export const SyncResult = z.object({
  success: z.boolean(),
  /** Entries that Beehiiv took. */
  synced: z.int(),
  /** Entries that it did not. */
  errors: z.int(),
  /** What went wrong with single entries. */
  details: z.optional(z.array(z.string())),
  error: z.optional(z.object({ message: z.string() })),
})
export type SyncResult = z.infer<typeof SyncResult>

/** `POST /functions/v1/sync-to-beehiiv` answers 200 with a `SyncResult`, or after ten seconds 202 with this. */
export const SyncStarted = z.object({ run_id: z.string() })

/** `GET /api/admin/sync`: the last run; null before the first. `result` is null while it runs. */
export const SyncState = z.object({
  run: z.nullable(
    z.object({
      run_id: z.string(),
      started_at: z.iso.datetime(),
      /** Entries done so far, of so many. */
      done: z.int(),
      total: z.int(),
      result: z.nullable(SyncResult),
    }),
  ),
})
export type SyncState = z.infer<typeof SyncState>
