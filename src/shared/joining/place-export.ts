import * as z from 'zod/mini'
import { FormAnswers, Friend, Line, Move, instant } from './place.ts'

/**
 * `GET /api/place/export`: everything that is stored about a person, except the owner's tags, notes and doubts, as a
 * file.
 */
export const PlaceExport = z.object({
  exported_at: instant,
  email: z.string(),
  /**
   * The new address that the person asked for, null once it is in use, and the times of the requests. This does not
   * reveal whether somebody else has the address.
   */
  another_email: z.nullable(z.object({ email: z.nullable(z.string()), asked_at: z.array(instant) })),
  /** Earlier addresses that a service has not deleted yet. */
  earlier_emails: z.array(z.string()),
  /** The typing mistakes in the person's address that the owner corrected. They are kept for `RETENTION_DAYS`. */
  corrected_emails: z.array(z.object({ at: instant, from: z.string(), to: z.string() })),
  full_name: z.nullable(z.string()),
  position: z.int(),
  ...Line.shape,
  joined: z.object({
    at: instant,
    position: z.int(),
    used_referral_code: z.nullable(z.string()),
    /** The campaign in the link that the person followed. */
    campaign: z.nullable(z.record(z.string(), z.string())),
    /** The time from opening the form to sending it. */
    milliseconds_on_the_form: z.nullable(z.int()),
    confirmed_at: z.nullable(instant),
  }),
  referral_codes: z.array(z.object({ code: z.string(), created_at: instant })),
  answers: FormAnswers,
  answered_at: instant,
  /** Whether the answers came from a browser that showed no token of the person. */
  answers_not_proven: z.boolean(),
  earlier_answers: z.array(z.object({ answers: FormAnswers, replaced_at: instant, not_proven: z.boolean() })),
  /** Answers that were sent in the person's name and are not confirmed yet. */
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
  /** The person's messages from the contact page. */
  messages: z.array(z.object({ at: instant, name: z.string(), message: z.string() })),
  /** Mails to the person's own address, including repeated ones. Mails to a new, unconfirmed address are left out. */
  mails: z.array(z.object({ kind: z.string(), state: z.string(), sent_at: z.nullable(instant) })),
  /** The times at which the person recently asked for a fresh link: at most five for each kind of link. */
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
  /** The reason why mail to the person stopped, such as a bounce; null if it did not. */
  mail_problem: z.nullable(z.object({ kind: z.enum(['bounce', 'complaint']), reason: z.string(), at: instant })),
  /** The data about the person that other services have. */
  services: z.array(
    z.object({
      name: z.enum(['notion', 'beehiiv']),
      /** The id of the page or the subscription. */
      id: z.nullable(z.string()),
      updated_at: z.nullable(instant),
      data: z.array(z.string()),
    }),
  ),
  /** Programs of the owner that received personal data about the person in the last 30 days. */
  programs: z.array(z.object({ name: z.string(), told_at: instant, data: z.array(z.string()) })),
  consent: z.object({
    /** When the person asked for no more mail; null if they did not. */
    no_mail_since: z.nullable(instant),
    /** The version of the privacy page when the person sent the form. */
    privacy_version: z.nullable(z.string()),
  }),
})

export type PlaceExport = z.infer<typeof PlaceExport>

/** `exportedAt` in ISO 8601. */
export function exportFileName(exportedAt: string): string {
  return `your-place-${exportedAt.slice(0, 10)}.json`
}
