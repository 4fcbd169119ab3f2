import * as z from 'zod/mini'
import { Email, text } from '../values/text-schema.ts'
import { tagOf } from '../site/offered.ts'
import { StrictFilters } from './filters.ts'
import { RuleOfListFields } from '../joining/referral-rule.ts'
import { FriendsOf } from './reviews.ts'
import { milestoneFields } from './rewards.ts'
import { MAX_LENGTH } from '../values/text.ts'
import { Ids, LONGEST_AHEAD_DAYS, timeProblem, waveFields, waveMailFields, WaveSelection, waveTexts } from './waves.ts'

const Domain = z
  .pipe(
    text(MAX_LENGTH.email),
    z.transform((domain) => domain.trim().toLowerCase()),
  )
  .check(
    z.refine(
      (domain) => /^[\p{L}\p{M}\p{N}_-]+(\.[\p{L}\p{M}\p{N}_-]+)*$/u.test(domain),
      'must be a domain such as salon.example',
    ),
  )

const ways = {
  ids: z.optional(Ids),
  filters: z.optional(StrictFilters),
  code: z.optional(text(MAX_LENGTH.referralCode)),
  friends: z.optional(FriendsOf),
  domain: z.optional(Domain),
  wave: z.optional(z.uuid().check(z.toLowerCase())),
}

/** Exactly one way. Resolved once, when the act is created. */
export const Selection = z
  .strictObject(ways)
  .check(z.refine((select) => Object.keys(select).length === 1, `must have one of ${Object.keys(ways).join(', ')}`))
export type Selection = z.infer<typeof Selection>

export const LONGEST_TAG = 40

export const Tag = z.pipe(text(LONGEST_TAG), z.transform(tagOf))

const requestOf = <Kind extends string, Fields extends z.core.$ZodLooseShape>(kind: Kind, fields: Fields) =>
  z.strictObject({ kind: z.literal(kind), select: Selection, ...fields })

const AnyActRequest = z.discriminatedUnion('kind', [
  requestOf('tag', { tag: Tag, remove: z._default(z.boolean(), false) }),
  requestOf('note', { text: text(MAX_LENGTH.freeText) }),
  requestOf('reject', {}),
  requestOf('accept', {}),
  /** Ends a decision: they count for nobody until the owner accepts them. */
  requestOf('hold', {}),
  /**
   * Accepts or rejects the selected people now. Others from the domain get no mark, or the mark `refused-domain`, until
   * this is undone or a later rule for the domain.
   */
  requestOf('trust-rule', { rule: z.strictObject({ value: Domain, verdict: z.enum(['trust', 'refuse']) }) }),
  requestOf('correct-email', { email: Email }),
  z.strictObject({ kind: z.literal('referral-rule'), ...RuleOfListFields }),
  requestOf('erase', {}),
  z.strictObject({ kind: z.literal('wave'), select: WaveSelection, ...waveMailFields, ...waveTexts, ...waveFields }),
  /** Calling back a whole wave also stops it from filling empty seats. */
  requestOf('call-back', {}),
  requestOf('resend', {}),
  requestOf('update', { version: z.int(), sends_at: z.nullable(z.iso.datetime()) }),
  z.strictObject({ kind: z.literal('milestone'), ...milestoneFields, tag: z.optional(Tag) }),
  /** From those who wait for it: what is handed out stays. */
  requestOf('take-reward', { milestone: z.uuid() }),
])
type WaveAsked = {
  kind: string
  select?: { filters?: { q?: string | undefined } | undefined; ids?: string[] | undefined } | undefined
  fills?: boolean
  sends_at?: string | null | undefined
}

export const WAVE_CHECKS = [
  z.refine<WaveAsked>(({ kind, fills, select }) => kind !== 'wave' || !fills || !(select?.filters?.q || select?.ids), {
    path: ['fills'],
    message: 'does not go with a search or with ids, which are not kept',
  }),
  z.refine<WaveAsked>(({ sends_at }) => !sends_at || timeProblem(sends_at) !== 'too far', {
    path: ['sends_at'],
    message: `must be within ${LONGEST_AHEAD_DAYS} days`,
  }),
  z.refine<WaveAsked>(({ sends_at }) => !sends_at || timeProblem(sends_at) !== 'past', {
    path: ['sends_at'],
    message: 'must not be in the past',
  }),
] as const

export const ActRequest = AnyActRequest.check(
  z.refine((request) => request.kind !== 'correct-email' || request.select.ids?.length === 1, {
    path: ['select'],
    message: 'must be the id of one person',
  }),
  z.refine((request) => request.kind !== 'milestone' || (request.does === 'tag') === (request.tag !== undefined), {
    path: ['tag'],
    message: 'goes with a reward that is a tag, and with no other',
  }),
  ...WAVE_CHECKS,
)
export type ActRequest = z.infer<typeof AnyActRequest>
/** `close-holds` is of version 1.0; the others have routes of their own. */
const FURTHER_KINDS = ['import', 'export', 'settings', 'publish', 'close-holds'] as const
export type ActKindName = ActRequest['kind'] | (typeof FURTHER_KINDS)[number]
export type ActParams<Kind extends ActRequest['kind']> = Omit<Extract<ActRequest, { kind: Kind }>, 'kind' | 'select'>

export const ACT_KINDS = [
  ...AnyActRequest.def.options.map((option) => option.shape.kind.def.values[0]!),
  ...FURTHER_KINDS,
] as ActKindName[]
