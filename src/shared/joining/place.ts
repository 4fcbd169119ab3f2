import * as z from 'zod/mini'
import { correctedFields, otherIsSpecified } from '../site/answer-schema.ts'
import type { SentAnswers } from '../site/answers.ts'
import { Email } from '../values/email-schema.ts'
import { otherOf, storedQuestions } from '../site/questions.ts'
import { ReferralRule } from './referral-rule.ts'
import { schemaPerSite } from '../site/schema-per-site.ts'
import { text } from '../values/text-schema.ts'
import { MAX_LENGTH } from '../values/text.ts'

/**
 * The shapes of a person's own place. Every call below except `POST /api/place-links` needs the header
 * `Authorization: Bearer <token>`. The answer to every bad token is the same 404.
 */

/**
 * In the answer of `POST /api/place/confirm`: the header with a token for this browser. In a request with a mailed
 * token: the token that this browser keeps, which shows that the person who joined here also reads the mailbox.
 */
export const BROWSER_TOKEN = 'browser-token'

export const instant = z.iso.datetime()

/**
 * An email that strangers cannot guess, as `j•••@gmail.com`; null for a friend who left or whose address is too odd.
 */
const label = z.nullable(z.string())

/**
 * What moved somebody, or did not:
 * - `joined`: they joined the list themselves, and nobody moved yet;
 * - `friend`: a friend joined and counts;
 * - `friend-waits`: a friend joined, and may count later;
 * - `friends-before`: they were imported, with friends whom they had brought to another list;
 * - `friend-left`: a friend who had not counted yet has left the list, and never will.
 */
export const Move = z.object({
  at: instant,
  kind: z.enum(['joined', 'friends-before', 'friend', 'friend-waits', 'friend-left']),
  friend: z.optional(label),
  /** Their position after it. */
  position: z.int(),
  /** How many places it moved them up: fewer than usual near the front, where #1 is the end. */
  places: z.int(),
})

export type Move = z.infer<typeof Move>

/** A wave that let people in, which moved everybody behind them up in line. */
const LetIn = z.object({ at: instant, people: z.int() })

export type LetIn = z.infer<typeof LetIn>

/** A friend who joined with a code of theirs. */
export const Friend = z.object({ label, at: instant, state: z.enum(['counted', 'waiting']) })

const Milestone = z.object({ friends: z.int(), reward: z.string(), reached: z.boolean() })

/** Answers as a form holds them: by the name of the question or of its Other. Null or empty: no answer. */
export const FormAnswers = z.record(z.string(), z.nullable(z.union([z.string(), z.boolean(), z.array(z.string())])))

/**
 * `GET /api/place/confirm`, with the token of a mail that asks: the sets of answers that a press may confirm, newest
 * first. It changes nothing.
 */
export const ToConfirm = z.object({
  sets: z.array(z.object({ id: z.uuid(), at: instant, full_name: z.string(), answers: FormAnswers })),
})

export type ToConfirm = z.infer<typeof ToConfirm>

/** `GET /api/admin/requests`: how many people have still to confirm their address, and since when the first waits. */
export const WaitingRequests = z.object({ waiting: z.int(), since: z.nullable(instant) })

export type WaitingRequests = z.infer<typeof WaitingRequests>

/**
 * `POST /api/place/confirm`: 204. It confirms the address, stores the chosen set, and forgets the other sets that the
 * page showed. Without `chosen`, the stored answers stay.
 */
export const ConfirmRequest = z.object({
  chosen: z.optional(z.nullable(z.uuid())),
  shown: z.optional(z.array(z.uuid()).check(z.maxLength(100))),
})

export type ConfirmRequest = z.infer<typeof ConfirmRequest>

/**
 * The place in line among everybody who can be invited, which others can change too. All of it is null for people who
 * cannot be invited at present: they have not confirmed their address, or are invited already.
 */
export const Line = z.object({
  place_in_line: z.nullable(z.int()),
  ahead: z.nullable(z.int()),
  behind: z.nullable(z.int()),
  /** Where one more friend would bring them. */
  next_friend: z.nullable(z.object({ position: z.int(), place_in_line: z.int() })),
})

export type Line = z.infer<typeof Line>

/**
 * `GET /api/place`, the answer of `PATCH /api/place`, and the data of the events of `GET /api/place/live`. These are
 * Server-Sent Events, which a browser reads with `fetch`, because EventSource sends no header. A `place` comes at once,
 * and whenever it changed. `gone` ends the stream for good: the token is not good any more. A stream that ends without
 * it may be opened again.
 */
export const Place = z.object({
  email: z.string(),
  position: z.int(),
  joined_position: z.int(),
  joined_at: instant,
  ...Line.shape,
  /** The newest of their codes. */
  referral_code: z.string(),
  /** The number of friends who count. */
  referrals: z.int(),
  /** Newest first, at most 100. */
  history: z.array(Move),
  /** The waves since they joined, newest first, at most 20. Empty for people who do not wait. */
  let_in: z.array(LetIn),
  /** Of people who are invited: when it ends, null until its mail has left. */
  invitation: z.nullable(z.object({ ends_at: z.nullable(instant) })),
  /** Newest first, at most 100. */
  friends: z.array(Friend),
  /** What the next friend brings them: no places once the cap is used up. */
  rule: ReferralRule,
  milestones: z.array(Milestone),
  /** Null unless it is stored here: Notion may have it instead. */
  full_name: z.nullable(z.string()),
  answers: FormAnswers,
  /**
   * Whether somebody else sent the newest answers, and this token proves only that its browser sent the first ones.
   * Then `answers` is empty, and correcting needs a mailed link.
   */
  answers_hidden: z.boolean(),
  answered_at: instant,
  state: z.enum(['waiting', 'invited', 'admitted']),
  /** What friends beyond the ceiling wait for: their press in a mail, or also that of the person; null without such friends. */
  waits_for: z.nullable(z.enum(['press', 'presses'])),
  /** Whether they still have to confirm their address. */
  confirmed_at: z.nullable(instant),
  /** False for people who want no mail, or whose mail server refuses their address. */
  gets_mail: z.boolean(),
  /** False for people who want no mail. `POST /api/place/mail` resumes it: 200 with the place. */
  wants_mail: z.boolean(),
  /** The address that replaces theirs as soon as it confirms; null if there is none. */
  waiting_change: z.nullable(z.object({ email: z.string(), asked_at: instant })),
  /** Whether the token came from a mail of the last hour: deletion, export, another email and mail again need one. */
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
          if (field === null || answers[field] === undefined || answers[question.name] !== undefined) continue
          const message = `must come with ${question.name}`
          context.addIssue({ code: 'custom', path: [field], message, input: answers[field] })
        }
      }),
    ),
)

/**
 * `PATCH /api/place`: the answers to one question or several, each with its Other if the question has one, the full
 * name, or both. The answers to other questions stay. A fault is reported under the name of its field, as
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
 * `POST /api/place/invitation`, with a mailed link of the last hour: the token of the person's open invitation, as in its
 * mail.
 */
export const InvitationKey = z.object({ token: z.string() })

/** `POST /api/place-links` and `POST /api/place/email`: 202 with `{}`, whether or not anybody has the address. */
export const EmailRequest = z.object({ email: Email })

export type EmailRequest = z.infer<typeof EmailRequest>

/**
 * `DELETE /api/place`: 202. The token opens the receipt and never expires. The codes tell the browser which of the
 * submissions that it keeps are this person's, whatever their email was then.
 */
export const LeaveResponse = z.object({ receipt_token: z.string(), referral_codes: z.array(z.string()) })

export type LeaveResponse = z.infer<typeof LeaveResponse>

/** `GET /api/receipt`. Only the services that had anything of the person are named. */
export const PlaceReceipt = z.object({
  /** Null until they are erased: something may still be under way about them. */
  erased_at: z.nullable(instant),
  /** The number that stays; null before that. */
  joined_position: z.nullable(z.int()),
  parts: z.array(
    z.object({
      name: z.enum(['here', 'notion', 'beehiiv']),
      /** `waits`: the server tries again. `left`: the service kept refusing, so the owner deletes it there. */
      state: z.enum(['done', 'waits', 'left']),
      /** When it was done; null before that. */
      at: z.nullable(instant),
    }),
  ),
})

export type PlaceReceipt = z.infer<typeof PlaceReceipt>
