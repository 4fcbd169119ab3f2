import * as z from 'zod/mini'
import { Email } from '../values/email-schema.ts'
import { tagOf } from '../site/facets.ts'
import { StrictFilters } from './filters.ts'
import { Block } from '../values/network-block.ts'
import { RuleFields } from '../joining/referral-rule.ts'
import { ReviewGroupId } from './reviews.ts'
import { text } from '../values/text-schema.ts'
import { MAX_LENGTH } from '../values/text.ts'
import { Ids, LONGEST_AHEAD_DAYS, timeProblem, waveFields, waveMailFields, WaveSelection } from './waves.ts'

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
  /** Everybody who passes these filters of the dashboard. */
  filters: z.optional(StrictFilters),
  /** Everybody who joined with any code of the person who has this code. */
  code: z.optional(text(MAX_LENGTH.referralCode)),
  /** A group of `GET /api/admin/reviews`: the people in it about whom the owner has not decided. */
  group: z.optional(ReviewGroupId),
  /** Everybody with an address at this domain. */
  domain: z.optional(Domain),
  /** Everybody who joined from this network in recent weeks. Its id is a keyed hash, as in reviews. */
  block: z.optional(Block),
  /** Everybody whom this wave invited. */
  wave: z.optional(z.uuid().check(z.toLowerCase())),
}

/** The people of an act, selected in exactly one way. The selection is resolved once, when the act is created. */
export const Selection = z
  .strictObject({
    ...ways,
    /** Only with a group: the people in it who share this line. */
    line: z.optional(ReviewGroupId),
  })
  .check(
    z.refine(
      ({ line, ...select }) => Object.keys(select).length === 1 && (line === undefined || select.group !== undefined),
      `must have one of ${Object.keys(ways).join(', ')}; only a group has a line`,
    ),
  )
export type Selection = z.infer<typeof Selection>

export const LONGEST_TAG = 40

/** Normalized, so that spacing and capitals make no difference. */
export const Tag = z.pipe(text(LONGEST_TAG), z.transform(tagOf))

const requestOf = <Kind extends string, Fields extends z.core.$ZodLooseShape>(kind: Kind, fields: Fields) =>
  z.strictObject({ kind: z.literal(kind), select: Selection, ...fields })

const AnyActRequest = z.discriminatedUnion('kind', [
  /** Adds a tag, or removes it. */
  requestOf('tag', { tag: Tag, remove: z._default(z.boolean(), false) }),
  requestOf('note', { text: text(MAX_LENGTH.freeText) }),
  /** Rejects people: their credits do not count, they get no mail, and no service gets their data. */
  requestOf('reject', {}),
  /** Ends a rejection and closes the holds of the causes `signals` and `owner`. */
  requestOf('accept', {}),
  /** Ends a rejection, and holds the people's credits until the owner decides. */
  requestOf('hold', {}),
  /**
   * Holds or trusts everybody at a domain or from a network: the selected people now, and others when they join. The
   * rule is in force until it is undone, or until a later rule for the same domain or network.
   */
  requestOf('trust-rule', {
    rule: z.discriminatedUnion('subject', [
      z.strictObject({ subject: z.literal('domain'), value: Domain, verdict: z.enum(['hold', 'trust']) }),
      z.strictObject({ subject: z.literal('block'), value: Block, verdict: z.enum(['hold', 'trust']) }),
    ]),
  }),
  /** Corrects a typing mistake in the address of one person. */
  requestOf('correct-email', { email: Email }),
  /**
   * Sets the referral rule from now on. `applies_to_old`: also for earlier friends; otherwise each credit keeps its
   * places.
   */
  z.strictObject({ kind: z.literal('referral-rule'), ...RuleFields, applies_to_old: z.boolean() }),
  /** Deletes everything about the people, here and at the services. */
  requestOf('erase', {}),
  /** Lets people in: invites the next people in launch order. */
  z.strictObject({ kind: z.literal('wave'), select: WaveSelection, ...waveMailFields, ...waveFields }),
  /**
   * Calls back the invitations whose mail has not left. Calling back a whole wave also stops it from filling empty
   * seats.
   */
  requestOf('call-back', {}),
])
type WaveAsked = {
  kind: string
  select?: { filters?: { q?: string | undefined } | undefined; ids?: string[] | undefined } | undefined
  fills?: boolean
  sends_at?: string | null | undefined
}

/** The rules between the fields of a wave. Requests of other kinds always pass. */
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

/** The body of `POST /api/admin/acts` and of its preview. */
export const ActRequest = AnyActRequest.check(
  z.refine((request) => request.kind !== 'correct-email' || request.select.ids?.length === 1, {
    path: ['select'],
    message: 'must be the id of one person',
  }),
  ...WAVE_CHECKS,
)
export type ActRequest = z.infer<typeof AnyActRequest>
/**
 * The kinds that `ActRequest` does not have. All but `close-holds` have routes of their own, see `paths.api`. After an
 * update that removed rules, a server starts `close-holds` to close the holds of these rules.
 */
const FURTHER_KINDS = ['import', 'export', 'settings', 'publish', 'close-holds'] as const
export type ActKindName = ActRequest['kind'] | (typeof FURTHER_KINDS)[number]
/** The fields of a kind, without those that every kind has. */
export type ActParams<Kind extends ActRequest['kind']> = Omit<Extract<ActRequest, { kind: Kind }>, 'kind' | 'select'>

export const ACT_KINDS = [
  ...AnyActRequest.def.options.map((option) => option.shape.kind.def.values[0]!),
  ...FURTHER_KINDS,
] as ActKindName[]
