import * as z from 'zod/mini'
import { correctedFields, nameField, otherIsSpecified } from '../site/answer-schema.ts'
import { otherOf, type SentAnswers, storedQuestions } from '../site/questions.ts'
import { Email, MailableEmail, text } from '../values/text-schema.ts'
import { languageOn } from './join.ts'
import { ReferralRule } from './referral-rule.ts'
import { schemaPerSite } from '../site/schema-per-site.ts'
import { own } from '../values/own.ts'
import { MAX_LENGTH } from '../values/text.ts'

/** Every call needs `Authorization: Bearer <token>`, except those for links and codes. Every invalid token gets the same 404. */

export const instant = z.iso.datetime()

/** Masked; null for a friend who left, or if the domain is unusual. */
const label = z.nullable(z.string())

export const Move = z.object({
  at: instant,
  kind: z.enum(['joined', 'friends-before', 'friend', 'friend-waits']),
  friend: z.optional(label),
  position: z.int(),
  places: z.int(),
})

export type Move = z.infer<typeof Move>

const LetIn = z.object({ at: instant, people: z.int() })

export type LetIn = z.infer<typeof LetIn>

/** `look`: until we have looked at them. `confirm`: until they confirm. `beyond`: the ten who count at one domain. */
export const Friend = z.object({ label, at: instant, state: z.enum(['counted', 'look', 'confirm', 'beyond']) })

/** `given`: what has become of a reward of the owner's; null while it is not reached. `at`: when it is, or was, handed out. */
const Milestone = z.object({
  friends: z.int(),
  reward: z.string(),
  reached: z.boolean(),
  given: z.optional(
    z.nullable(
      z.object({
        state: z.enum(['earned', 'soon', 'yours', 'invitation', 'before', 'owner']),
        at: instant,
        code: z.nullable(z.string()),
        note: z.string(),
      }),
    ),
  ),
})
export type PlaceMilestone = z.infer<typeof Milestone>

export const FormAnswers = z.record(
  z.string(),
  z.nullable(z.union([z.string(), z.boolean(), z.number(), z.array(z.string())])),
)

export const ToConfirm = z.object({
  confirmed: z.optional(z.boolean()),
  sets: z.array(z.object({ id: z.uuid(), at: instant, full_name: z.string(), answers: FormAnswers })),
  /** The codes of the inviters who claim this person, if there are several: the person says whose link they used. */
  inviters: z.optional(z.array(z.string())),
})

export type ToConfirm = z.infer<typeof ToConfirm>

export const WaitingRequests = z.object({ waiting: z.int(), since: z.nullable(instant) })

export type WaitingRequests = z.infer<typeof WaitingRequests>

/** Addresses that get one mail when the list opens: the newest, or those that contain `q`. */
export const OpeningRequestsQuery = z.object({ q: z.optional(text(MAX_LENGTH.email, { blank: true })) })
export const OpeningRequests = z.object({
  people: z.int(),
  requests: z.array(z.object({ id: z.string(), email: z.string(), asked_at: instant })),
})

/**
 * Stores the chosen set and deletes the other sets that the page showed. Without `chosen`, the stored answers stay; without
 * `inviter`, one of the codes, the first inviter stays.
 */
export const ConfirmRequest = z.object({
  chosen: z.optional(z.nullable(z.uuid())),
  shown: z.optional(z.array(z.uuid()).check(z.maxLength(100))),
  inviter: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
})

export type ConfirmRequest = z.infer<typeof ConfirmRequest>

export const Line = z.object({
  place_in_line: z.nullable(z.int()),
  ahead: z.nullable(z.int()),
  behind: z.nullable(z.int()),
  next_friend: z.nullable(z.object({ position: z.int(), place_in_line: z.int() })),
})

export type Line = z.infer<typeof Line>

/** From most to fewest. */
export const FRIEND_MAILS = ['each', 'weekly', 'never'] as const
export const FriendMails = z.enum(FRIEND_MAILS)
export type FriendMails = z.infer<typeof FriendMails>

export const Place = z.object({
  email: z.string(),
  position: z.int(),
  joined_position: z.int(),
  joined_at: instant,
  ...Line.shape,
  referral_code: z.string(),
  referrals: z.int(),
  history: z.array(Move),
  let_in: z.array(LetIn),
  invitation: z.nullable(z.object({ ends_at: z.nullable(instant) })),
  friends: z.array(Friend),
  rule: ReferralRule,
  milestones: z.array(Milestone),
  full_name: z.nullable(z.string()),
  answers: FormAnswers,
  /**
   * Somebody else sent the newest answers, and this token only proves that the browser sent the first ones. Correcting
   * them needs a mailed link.
   */
  answers_hidden: z.boolean(),
  answered_at: instant,
  language: z.string(),
  state: z.enum(['waiting', 'invited', 'admitted']),
  /** `press`: friends beyond the first ones wait until they press the button in a mail. */
  confirmed_at: z.nullable(instant),
  gets_mail: z.boolean(),
  wants_mail: z.boolean(),
  wants_updates: z.boolean(),
  friend_mails: FriendMails,
  waiting_change: z.nullable(z.object({ email: z.string(), asked_at: instant })),
  /** The token came from a mail of the last hour, as deletion, export, a new email and resuming mail need. */
  mailed: z.boolean(),
  has_leaderboard: z.optional(z.boolean()),
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

/** An empty name deletes it. */
export const PlaceChange = z
  .object({
    answers: z.optional(ChangedAnswers),
    full_name: schemaPerSite(() => z.optional(nameField())),
    language: schemaPerSite(languageOn),
    friend_mails: z.optional(FriendMails),
  })
  .check(
    z.refine((change) => Object.values(change).some((one) => one !== undefined), {
      path: ['answers'],
      message: 'must have an answer',
    }),
  )

export type PlaceChange = z.infer<typeof PlaceChange>

export const InvitationKey = z.object({ token: z.string() })

export const EmailRequest = z.object({ email: MailableEmail })

export type EmailRequest = z.infer<typeof EmailRequest>

export const CodeRequest = z.object({ email: Email, code: z.string().check(z.maxLength(MAX_LENGTH.mailCode)) })

export const CodeOpened = z.object({ page: z.enum(['confirm', 'place', 'invitation']), token: z.string() })

export type CodeOpened = z.infer<typeof CodeOpened>

/** The codes tell the browser which of its stored submissions belong to this person, even under an earlier email. */
export const LeaveResponse = z.object({ referral_codes: z.array(z.string()) })
