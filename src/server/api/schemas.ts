import * as z from 'zod/mini'
import { Tag, WAVE_CHECKS } from '#shared/list/act-requests.ts'
import { otherIsSpecified } from '#shared/site/answer-schema.ts'
import { Email, text } from '#shared/values/text-schema.ts'
import { answers, Entry } from '#shared/list/entry.ts'
import { ApiFilters } from '#shared/list/filters.ts'
import { languageOn, personFields, toJoinRequest } from '#shared/joining/join.ts'
import type { Scope } from '#shared/programs/keys.ts'
import { Period } from '#shared/list/period.ts'
import { schemaPerSite } from '#shared/site/schema-per-site.ts'
import { ChartItem, Funnel, Questionable, Timeline } from '#shared/list/summary.ts'
import { MAX_LENGTH } from '#shared/values/text.ts'
import { Update, UpdateWords } from '#shared/list/updates.ts'
import { Ids, Wave, waveFields, waveMailFields, WavePreviewRequest } from '#shared/list/waves.ts'

/** `/api/v1`: fields may be added, but none is removed or changed. */

const instant = z.iso.datetime()
const count = z.int()

export const ApiEntry = z.object({
  ...z.pick(Entry, {
    id: true,
    email: true,
    full_name: true,
    state: true,
    position: true,
    joined_position: true,
    referral_code: true,
    used_referral_code: true,
    named_code: true,
    referrals: true,
    rejected: true,
    doubtful: true,
    mail_problem: true,
    tags: true,
    rewards: true,
    confirmed_at: true,
  }).shape,
  place_in_line: z.nullable(count),
  source: z.nullable(z.string()),
  language: z.string(),
  joined_at: instant,
  answers: z.object(answers),
})
export type ApiEntry = z.infer<typeof ApiEntry>

export const ApiEntries = z.object({ entries: z.array(ApiEntry), next_cursor: z.nullable(z.string()) })

export const ApiJoin = z.pipe(
  schemaPerSite(() => z.strictObject({ language: languageOn(), ...personFields() }).check(otherIsSpecified)),
  z.transform(({ language, ...sent }) => ({ ...toJoinRequest(sent), language })),
)
/** False if the person was on the list already. Their answers are then updated. */
export const ApiJoined = z.object({
  id: z.string(),
  position: count,
  referral_code: z.string(),
  is_new: z.boolean(),
})

const changes = {
  add_tag: z.optional(Tag),
  remove_tag: z.optional(Tag),
  note: z.optional(text(MAX_LENGTH.freeText)),
  decision: z.optional(z.enum(['accept', 'reject', 'hold'])),
  email: z.optional(Email),
}

/** Exactly one change. It is stored as an act. */
export const ApiChange = z
  .strictObject(changes)
  .check(z.refine((body) => Object.keys(body).length === 1, `must have one of ${Object.keys(changes).join(', ')}`))
export type ApiChange = z.infer<typeof ApiChange>

export const ApiAct = z.object({
  id: z.string(),
  kind: z.string(),
  state: z.enum(['running', 'stopping', 'stopped', 'done']),
  total: count,
  changed: count,
  unchanged: count,
  skipped: count,
  reasons: z.array(z.object({ reason: z.string(), entries: count })),
  problem: z.nullable(z.string()),
  created_at: instant,
  finished_at: z.nullable(instant),
})

export const ApiChanged = z.object({ entry: ApiEntry, act: ApiAct })

/** A request uses exactly one. */
const ways = {
  ids: z.optional(Ids),
  filters: z.optional(ApiFilters),
  /** Everybody who joined with any code of the person who has this code. */
  code: z.optional(text(MAX_LENGTH.referralCode)),
  wave: z.optional(z.uuid().check(z.toLowerCase())),
}
export const ApiSelection = z
  .strictObject(ways)
  .check(z.refine((select) => Object.keys(select).length === 1, `must have one of ${Object.keys(ways).join(', ')}`))

const requestOf = <Kind extends string, Fields extends z.core.$ZodLooseShape>(kind: Kind, fields: Fields) =>
  z.strictObject({ kind: z.literal(kind), select: ApiSelection, ...fields })

export const ApiWaveRequest = z.strictObject({
  kind: z.literal('wave'),
  /** The first in launch order who pass the filters; `ids` limits the wave to these people. */
  select: z.strictObject({
    filters: z.prefault(ApiFilters, {}),
    count: z.int().check(z.minimum(1), z.maximum(100_000)),
    ids: z.optional(Ids),
  }),
  ...waveMailFields,
  ...waveFields,
})

export const ApiWavePreview = z.strictObject({
  ...WavePreviewRequest.shape,
  select: ApiWaveRequest.shape.select,
})

export const ApiActRequest = z
  .discriminatedUnion('kind', [
    requestOf('tag', { tag: Tag, remove: z._default(z.boolean(), false) }),
    requestOf('note', { text: text(MAX_LENGTH.freeText) }),
    requestOf('accept', {}),
    requestOf('reject', {}),
    requestOf('hold', {}),
    requestOf('erase', {}),
    requestOf('call-back', {}),
    ApiWaveRequest,
  ])
  .check(...WAVE_CHECKS)
export type ApiActRequest = z.infer<typeof ApiActRequest>

export const ACT_SCOPES: Record<ApiActRequest['kind'], Scope> = {
  tag: 'write',
  note: 'write',
  accept: 'write',
  reject: 'write',
  hold: 'write',
  erase: 'erase',
  'call-back': 'invite',
  wave: 'invite',
}

export const ApiAccepted = z.object({ act_id: z.string() })

export const ApiFigures = z.object({
  period: Period,
  signups: count,
  ...Questionable.shape,
  solo_providers: count,
  group_practices: count,
  new_last_7_days: count,
  industries: z.array(ChartItem),
  problems: z.array(ChartItem),
  goals: z.array(ChartItem),
  prices: z.array(ChartItem),
  origins: z.array(ChartItem),
  sources: z.array(ChartItem),
  /** By their codes. None if the site has only one. */
  languages: z.array(ChartItem),
  choices: z.array(z.object({ question: z.string(), items: z.array(ChartItem) })),
  timeline: Timeline,
  funnel: Funnel,
})

export const ApiWaves = z.object({
  waves: z.array(
    z.pick(Wave, {
      id: true,
      subject: true,
      seats: true,
      created_at: true,
      sends_at: true,
      invited: true,
      sent: true,
      opened: true,
      accepted: true,
      ended: true,
      waiting: true,
      open: true,
      called_back: true,
      dropped: true,
    }),
  ),
  next_cursor: z.nullable(z.string()),
})

export const ApiUpdateDraft = z.strictObject({
  ...z.omit(UpdateWords, { picture: true, picture_alt: true }).shape,
  button_label: z._default(UpdateWords.shape.button_label, ''),
  button_link: z._default(UpdateWords.shape.button_link, ''),
  filters: z.prefault(ApiFilters, {}),
})

export const ApiUpdates = z.object({
  updates: z.array(
    z.pick(Update, {
      id: true,
      subject: true,
      state: true,
      sends_at: true,
      begun_at: true,
      people: true,
      sent: true,
      left: true,
      refused: true,
      bounced: true,
      unsubscribed: true,
      complaints: true,
      pressed: true,
    }),
  ),
})
