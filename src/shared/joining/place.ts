import * as z from 'zod/mini'
import { correctedFields, otherIsSpecified } from '../site/answer-schema.ts'
import type { SentAnswers } from '../site/answers.ts'
import { Email, MailableEmail } from '../values/email-schema.ts'
import { otherOf, storedQuestions } from '../site/questions.ts'
import { ReferralRule } from './referral-rule.ts'
import { schemaPerSite } from '../site/schema-per-site.ts'
import { text } from '../values/text-schema.ts'
import { own } from '../values/own.ts'
import { MAX_LENGTH } from '../values/text.ts'

/**
 * The shapes of a person's own place. Every call below needs the header `Authorization: Bearer <token>`, except `POST
 * /api/place-links` and `POST /api/place-codes`. Every invalid token gets the same 404.
 */

export const instant = z.iso.datetime()

/** A masked email, such as `j•••@gmail.com`; null for a friend who left, or if the domain is unusual. */
const label = z.nullable(z.string())

/**
 * An event in a person's history, which may have moved them:
 * - `joined`: they joined the list themselves, and nobody moved yet;
 * - `friend`: a friend joined and counts;
 * - `friend-waits`: a friend joined, and may count later;
 * - `friends-before`: they were imported with friends whom they had brought to another list;
 */
export const Move = z.object({
  at: instant,
  kind: z.enum(['joined', 'friends-before', 'friend', 'friend-waits']),
  friend: z.optional(label),
  /** The person's position after the event. */
  position: z.int(),
  /**
   * The number of places that the event moved the person up. It is smaller near the front, because nobody goes above
   * #1.
   */
  places: z.int(),
})

export type Move = z.infer<typeof Move>

/** A wave that let people in, which moved everybody behind them up in line. */
const LetIn = z.object({ at: instant, people: z.int() })

export type LetIn = z.infer<typeof LetIn>

/** A friend who joined with one of the person's codes. */
export const Friend = z.object({ label, at: instant, state: z.enum(['counted', 'waiting']) })

const Milestone = z.object({ friends: z.int(), reward: z.string(), reached: z.boolean() })

/** Answers as a form holds them: by the name of the question or of its Other. Null or empty means no answer. */
export const FormAnswers = z.record(z.string(), z.nullable(z.union([z.string(), z.boolean(), z.array(z.string())])))

/**
 * `GET /api/place/confirm`, with the token from a confirmation mail: the sets of answers that the person can confirm,
 * newest first. It changes nothing.
 */
export const ToConfirm = z.object({
  /** True for a person on the list who has confirmed before, if no answers wait. Servers before 1.1 leave it out. */
  confirmed: z.optional(z.boolean()),
  sets: z.array(z.object({ id: z.uuid(), at: instant, full_name: z.string(), answers: FormAnswers })),
})

export type ToConfirm = z.infer<typeof ToConfirm>

/**
 * `GET /api/admin/requests`: the number of people who still have to confirm their address, and the time of the oldest
 * request.
 */
export const WaitingRequests = z.object({ waiting: z.int(), since: z.nullable(instant) })

export type WaitingRequests = z.infer<typeof WaitingRequests>

/**
 * `POST /api/place/confirm`: 204. It confirms the address, stores the chosen set, and deletes the other sets that the
 * page showed. Without `chosen`, the stored answers stay.
 */
export const ConfirmRequest = z.object({
  chosen: z.optional(z.nullable(z.uuid())),
  shown: z.optional(z.array(z.uuid()).check(z.maxLength(100))),
})

export type ConfirmRequest = z.infer<typeof ConfirmRequest>

/**
 * The place in line among everybody who can be invited. It can also change when other people move. All fields are null
 * for people who cannot be invited at present: they have not confirmed their address, or are invited already.
 */
export const Line = z.object({
  place_in_line: z.nullable(z.int()),
  ahead: z.nullable(z.int()),
  behind: z.nullable(z.int()),
  /** The position and the place that one more counted friend would bring. */
  next_friend: z.nullable(z.object({ position: z.int(), place_in_line: z.int() })),
})

export type Line = z.infer<typeof Line>

/**
 * `GET /api/place`, the answer of `PATCH /api/place`, and the data of the events of `GET /api/place/live`. These are
 * Server-Sent Events. A browser reads them with `fetch`, because EventSource cannot send a header. A `place` event
 * comes immediately and after every change. A `gone` event ends the stream for good, because the token is no longer
 * valid. A stream that ends without `gone` may be opened again.
 */
export const Place = z.object({
  email: z.string(),
  position: z.int(),
  joined_position: z.int(),
  joined_at: instant,
  ...Line.shape,
  /** The person's newest code. */
  referral_code: z.string(),
  /** The number of friends who count. */
  referrals: z.int(),
  /** Newest first, at most 100. */
  history: z.array(Move),
  /** The waves since the person joined, newest first, at most 20. Empty for people who do not wait. */
  let_in: z.array(LetIn),
  /** The open invitation; null for people without one. `ends_at` is null until its mail has left. */
  invitation: z.nullable(z.object({ ends_at: z.nullable(instant) })),
  /** Newest first, at most 100. */
  friends: z.array(Friend),
  /** The referral rule for the person's next friend: no places once the cap is reached. */
  rule: ReferralRule,
  milestones: z.array(Milestone),
  /** Null if no name was given, or if this token may not show it. */
  full_name: z.nullable(z.string()),
  answers: FormAnswers,
  /**
   * True if somebody else sent the newest answers, and this token only proves that the browser sent the first ones.
   * Then `answers` is empty, and correcting them needs a mailed link.
   */
  answers_hidden: z.boolean(),
  answered_at: instant,
  state: z.enum(['waiting', 'invited', 'admitted']),
  /**
   * The confirmation that friends beyond the first ones wait for: `press`, the friend presses the button in a mail. Null
   * without such friends.
   */
  waits_for: z.nullable(z.enum(['press'])),
  /** When the person confirmed the address; null if they have not, or did not have to. */
  confirmed_at: z.nullable(instant),
  /** False for people who want no mail, or whose mail server refuses their address. */
  gets_mail: z.boolean(),
  /** False for people who want no mail. `POST /api/place/mail` resumes it: 200 with the place. */
  wants_mail: z.boolean(),
  /** The address that replaces `email` as soon as it is confirmed; null if there is none. */
  waiting_change: z.nullable(z.object({ email: z.string(), asked_at: instant })),
  /**
   * Whether the token came from a mail of the last hour. Deletion, export, a new email and resuming mail need such a
   * token.
   */
  mailed: z.boolean(),
})

export type Place = z.infer<typeof Place>

const ChangedAnswers = schemaPerSite(() =>
  z
    .strictObject(
      Object.fromEntries(Object.entries(correctedFields()).map(([name, field]) => [name, z.optional(field)])),
    )
    .check(
      otherIsSpecified,
      z.superRefine<SentAnswers>((answers, context) => {
        if (Object.keys(answers).length === 0)
          context.addIssue({ code: 'custom', message: 'must have an answer', input: answers })
        for (const question of storedQuestions()) {
          const field = otherOf(question)
          if (field === null || own(answers, field) === undefined || own(answers, question.name) !== undefined) continue
          const message = `must come with ${question.name}`
          context.addIssue({ code: 'custom', path: [field], message, input: own(answers, field) })
        }
      }),
    ),
)

/**
 * `PATCH /api/place`: changes the answers to one or more questions, each with its Other if the question has one, or the
 * full name, or both. Answers to other questions stay. A problem is reported under the name of its field, such as
 * `answers.problems`.
 */
export const PlaceChange = z
  .object({ answers: z.optional(ChangedAnswers), full_name: z.optional(text(MAX_LENGTH.name)) })
  .check(
    z.refine(({ answers, full_name }) => answers !== undefined || full_name !== undefined, {
      path: ['answers'],
      message: 'must have an answer',
    }),
  )

export type PlaceChange = z.infer<typeof PlaceChange>

/**
 * `POST /api/place/invitation`, with a link mailed in the last hour: the token of the person's open invitation, the
 * same as in the invitation's mail.
 */
export const InvitationKey = z.object({ token: z.string() })

/** `POST /api/place-links` and `POST /api/place/email`: 202 with `{}`, whether or not anybody has the address. */
export const EmailRequest = z.object({ email: MailableEmail })

export type EmailRequest = z.infer<typeof EmailRequest>

/** `POST /api/place-codes`: the code that a mail of the last hour shows beside its button. */
export const CodeRequest = z.object({ email: Email, code: z.string().check(z.maxLength(MAX_LENGTH.mailCode)) })

/** The page that the mail's button opens, and the token in its link. */
export const CodeOpened = z.object({ page: z.enum(['confirm', 'place', 'invitation']), token: z.string() })

export type CodeOpened = z.infer<typeof CodeOpened>

/**
 * `DELETE /api/place`: 202. The token opens the receipt and never expires. The codes tell the browser which of its
 * stored submissions belong to this person, even under an earlier email.
 */
export const LeaveResponse = z.object({ receipt_token: z.string(), referral_codes: z.array(z.string()) })

export type LeaveResponse = z.infer<typeof LeaveResponse>

/** `GET /api/receipt`. It lists only services that had data about the person. */
export const PlaceReceipt = z.object({
  /** Null until the erasure, which waits for other work about the person to end. */
  erased_at: z.nullable(instant),
  /** The joining position, which is kept; null before the erasure. */
  joined_position: z.nullable(z.int()),
  parts: z.array(
    z.object({
      name: z.enum(['here', 'notion', 'beehiiv']),
      /** `waits`: the server retries. `left`: the service kept refusing, so the owner has to delete the data there. */
      state: z.enum(['done', 'waits', 'left']),
      /** When the data was deleted; null before that. */
      at: z.nullable(instant),
    }),
  ),
})

export type PlaceReceipt = z.infer<typeof PlaceReceipt>
