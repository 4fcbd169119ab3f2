import * as z from 'zod/mini'
import { FormAnswers, Friend, Line, Move, instant } from './place.ts'

/** `GET /api/place/export`: everything that is stored of a person, as a file. */
export const PlaceExport = z.object({
  exported_at: instant,
  email: z.string(),
  /** The address that may replace it, and when they asked for this. Whether anybody has it is not told. */
  another_email: z.nullable(z.object({ email: z.nullable(z.string()), asked_at: z.array(instant) })),
  /** Those that each service has yet to delete. */
  earlier_emails: z.array(z.string()),
  /** The typing mistakes in their address that the owner corrected; kept for `RETENTION_DAYS`. */
  corrected_emails: z.array(z.object({ at: instant, from: z.string(), to: z.string() })),
  full_name: z.nullable(z.string()),
  position: z.int(),
  ...Line.shape,
  joined: z.object({
    at: instant,
    position: z.int(),
    used_referral_code: z.nullable(z.string()),
    /** The campaign in the link that they followed. */
    campaign: z.nullable(z.record(z.string(), z.string())),
    /** From opening the form to sending it. */
    milliseconds_on_the_form: z.nullable(z.int()),
    confirmed_at: z.nullable(instant),
  }),
  referral_codes: z.array(z.object({ code: z.string(), created_at: instant })),
  answers: FormAnswers,
  answered_at: instant,
  /** Whether the answers came from a browser that showed no token of the person. */
  answers_not_proven: z.boolean(),
  earlier_answers: z.array(z.object({ answers: FormAnswers, replaced_at: instant, not_proven: z.boolean() })),
  /** Sent in their name, and not confirmed yet. */
  waiting_answers: z.array(
    z.object({
      at: instant,
      full_name: z.string(),
      used_referral_code: z.nullable(z.string()),
      campaign: z.nullable(z.record(z.string(), z.string())),
      answers: FormAnswers,
    }),
  ),
  /** The server's answer to each submission of the form. */
  submissions: z.array(z.object({ at: instant, position: z.int(), referral_code: z.string() })),
  history: z.array(Move),
  friends: z.array(Friend),
  /** From the contact page. */
  messages: z.array(z.object({ at: instant, name: z.string(), message: z.string() })),
  /** To their own address, earlier ones too. */
  mails: z.array(z.object({ kind: z.string(), state: z.string(), sent_at: z.nullable(instant) })),
  /** When they last asked at their place for a fresh link, five times at most with each kind of link. */
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
  /** Why no more mail goes to their address; null if it does. */
  mail_problem: z.nullable(z.object({ kind: z.enum(['bounce', 'complaint']), reason: z.string(), at: instant })),
  /** The data that other services have. */
  services: z.array(
    z.object({
      name: z.enum(['notion', 'beehiiv']),
      /** The id of the page or the subscription. */
      id: z.nullable(z.string()),
      updated_at: z.nullable(instant),
      data: z.array(z.string()),
    }),
  ),
  /** Programs of the owner that were told of them with personal data, in the last 30 days. */
  programs: z.array(z.object({ name: z.string(), told_at: instant, data: z.array(z.string()) })),
  consent: z.object({
    /** When they asked for no more mail; null if they did not. */
    no_mail_since: z.nullable(instant),
    /** The version of the privacy page when they sent the form. */
    privacy_version: z.nullable(z.string()),
  }),
})

export type PlaceExport = z.infer<typeof PlaceExport>

/** `exportedAt` in ISO 8601. */
export function exportFileName(exportedAt: string): string {
  return `your-place-${exportedAt.slice(0, 10)}.json`
}
