import * as z from 'zod/mini'
import { ERASING_SERVICES } from '../owner/integrations.ts'
import { FormAnswers, Friend, FriendMails, Line, Move, instant } from './place.ts'

/** Except the owner's tags, notes and doubts. */
export const PlaceExport = z.object({
  exported_at: instant,
  email: z.string(),
  another_email: z.nullable(z.object({ email: z.nullable(z.string()), asked_at: z.array(instant) })),
  earlier_emails: z.array(z.string()),
  corrected_emails: z.array(z.object({ at: instant, from: z.string(), to: z.string() })),
  full_name: z.nullable(z.string()),
  position: z.int(),
  ...Line.shape,
  language: z.string(),
  joined: z.object({
    at: instant,
    position: z.int(),
    used_referral_code: z.nullable(z.string()),
    campaign: z.nullable(z.record(z.string(), z.string())),
    milliseconds_on_the_form: z.nullable(z.int()),
    confirmed_at: z.nullable(instant),
  }),
  referral_codes: z.array(z.object({ code: z.string(), created_at: instant })),
  answers: FormAnswers,
  answered_at: instant,
  answers_not_proven: z.boolean(),
  earlier_answers: z.array(z.object({ answers: FormAnswers, replaced_at: instant, not_proven: z.boolean() })),
  waiting_answers: z.array(
    z.object({
      at: instant,
      full_name: z.string(),
      used_referral_code: z.nullable(z.string()),
      campaign: z.nullable(z.record(z.string(), z.string())),
      answers: FormAnswers,
    }),
  ),
  submissions: z.array(z.object({ at: instant, position: z.int(), referral_code: z.string() })),
  history: z.array(Move),
  friends: z.array(Friend),
  messages: z.array(z.object({ at: instant, name: z.string(), message: z.string() })),
  mails: z.array(z.object({ kind: z.string(), state: z.string(), sent_at: z.nullable(instant) })),
  links_asked_for: z.array(instant),
  invitations: z.array(
    z.object({
      state: z.string(),
      sent_at: z.nullable(instant),
      opened_at: z.nullable(instant),
      accepted_at: z.nullable(instant),
      ends_at: z.nullable(instant),
    }),
  ),
  mail_problem: z.nullable(z.object({ kind: z.enum(['bounce', 'complaint']), reason: z.string(), at: instant })),
  services: z.array(
    z.object({
      name: z.enum(ERASING_SERVICES),
      id: z.nullable(z.string()),
      updated_at: z.nullable(instant),
      data: z.array(z.string()),
    }),
  ),
  programs: z.array(z.object({ name: z.string(), told_at: instant, data: z.array(z.string()) })),
  consent: z.object({
    no_mail_since: z.nullable(instant),
    no_updates_since: z.nullable(instant),
    friend_mails: FriendMails,
    privacy_version: z.nullable(z.string()),
  }),
})

export type PlaceExport = z.infer<typeof PlaceExport>

export function exportFileName(exportedAt: string): string {
  return `your-place-${exportedAt.slice(0, 10)}.json`
}
