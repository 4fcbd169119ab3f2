import * as z from 'zod/mini'
import { ACT_KINDS } from '#shared/list/act-requests.ts'
import {
  type ChoiceFilters,
  DEFAULT_RANGE,
  type Filters,
  ORDERS,
  RANGES,
  SORTS,
  STATES,
  YES_NO,
  choiceFilterOf,
  filterOf,
  valuesOf,
} from '#shared/list/filters.ts'
import { MESSAGE_LISTS } from '#shared/list/messages.ts'
import { DELIVERY_STATES } from '#shared/owner/deliveries.ts'
import { SERVICES } from '#shared/owner/integrations.ts'
import { paths } from '#shared/site/paths.ts'
import { countedQuestions } from '#shared/site/questions.ts'
import { perSite } from '#shared/site/site.ts'
import { Day } from '#shared/values/days.ts'
import { MAX_LENGTH, cut } from '#shared/values/text.ts'

type Range = (typeof RANGES)[number]
const TABS = ['overview', 'pricing', 'charts', 'submissions', 'words'] as const
/** Each is the end of its address, below `/admin/`. The first is at `/admin`. */
const VIEWS = [
  'overview',
  'people',
  'people/review',
  'people/import',
  'invites',
  'messages',
  'messages/updates',
  'figures',
  'settings',
  'settings/site',
  'settings/start',
  'settings/checklist',
  'settings/mail',
  'settings/rules',
  'settings/rewards',
  'settings/invites',
  'settings/embed',
  'settings/team',
  'settings/services',
  'settings/backups',
  'settings/api',
  'settings/activity',
  'settings/advanced',
] as const
/** The views that version 1.0 named in the query: bookmarks and mails have them. */
const FORMER: Record<string, (typeof VIEWS)[number]> = {
  list: 'figures',
  people: 'people',
  review: 'people/review',
  import: 'people/import',
  waves: 'invites',
  'what-if': 'settings/rules',
  inbox: 'messages',
  settings: 'settings',
  site: 'settings/site',
  accounts: 'settings/team',
  integrations: 'settings/services',
  programs: 'settings/api',
  acts: 'settings/activity',
}
const LISTS = SERVICES.flatMap((service) => DELIVERY_STATES.map((state) => `${service}-${state}` as const))

/** The linter takes `z.catch(` for a promise's. */
const orElse = z.catch
/** `first`: where the address has none of them. */
const one = <Choice extends string, First extends Choice | null>(choices: readonly Choice[], first: First) =>
  orElse(z.enum(choices as readonly [Choice]), first as Choice) as z.ZodMiniType<Choice | First>
const digits = (pattern: RegExp) => orElse(z.nullable(z.string().check(z.regex(pattern))), null)
const id = orElse(z.nullable(z.string().check(z.minLength(1))), null)
const uuid = orElse(z.nullable(z.uuid()), null)
const day = orElse(z.nullable(Day), null)
const search = orElse(typedText(MAX_LENGTH.name), '')
/** Any text: people may have chosen something that is no longer offered. */
const typed = orElse(
  z.pipe(
    typedText(MAX_LENGTH.freeText),
    z.transform((text): string | null => text.trim() || null),
  ),
  null,
)

function typedText(most: number) {
  return z.pipe(
    z.string(),
    z.transform((text) => cut(text.replaceAll('\0', ''), most)),
  )
}

const ORDER = {
  sort: one(SORTS, 'submitted'),
  /** Null: the usual order of the sort. */
  order: one(ORDERS, null),
  /** The place in line at which launch order begins, as digits. */
  place: digits(/^[1-9]\d{0,8}$/),
}
/** `from` and `to` come together and replace the range. */
const FILTERS = {
  /** Null: the usual range of the section. */
  range: one(RANGES, null),
  from: day,
  to: day,
  industry: typed,
  solo: one(YES_NO, null),
  price: typed,
  q: search,
}
const MORE = {
  source: typed,
  medium: typed,
  campaign: typed,
  language: typed,
  problem: typed,
  goal: typed,
  tag: typed,
  reward: typed,
  named_code: typed,
  friends: digits(/^[1-9]\d{0,8}$/),
  state: z.pipe(
    typed,
    z.transform((text) => filterOf(valuesOf(text ?? '').filter((one) => (STATES as readonly string[]).includes(one)))),
  ),
  referred: one(YES_NO, null),
  imported: one(YES_NO, null),
  opened: one(YES_NO, null),
  doubtful: one(YES_NO, null),
  rejected: one(YES_NO, null),
}
export const ADDRESS_FILTERS = Object.keys(MORE) as (keyof typeof MORE)[]
const Address = z.object({
  /** A service and a state of its deliveries. */
  open: one(LISTS, null),
  messages: one(MESSAGE_LISTS, 'open'),
  /** The id of the act that is shown in full. */
  act: id,
  /** Filters of the log: account, kind, day. */
  by: uuid,
  did: one(ACT_KINDS, null),
  on: day,
  /** An id, 'new', or 'day' for launch day. */
  wave: id,
  update: uuid,
  ...FILTERS,
  /** A text to search for in written answers. */
  find: search,
  tab: one(TABS, 'overview'),
  ...ORDER,
  /** Digits from 2; null for the first. */
  page: digits(/^([2-9]|[1-9]\d{1,6})$/),
  /** The id of an open profile. */
  entry: id,
  ...MORE,
})

/** All of it is in the address. Null means not filtered. */
export type View = { view: (typeof VIEWS)[number] } & z.infer<typeof Address> & {
    [Filter in keyof ChoiceFilters]?: string | null | undefined
  }

const noChoices = perSite(() => Object.fromEntries(countedQuestions().map(({ name }) => [choiceFilterOf(name), null])))
export const noFilters = perSite(() => ({ ...z.parse(z.object({ ...FILTERS, ...MORE }), {}), ...noChoices() }))

const defaultView = perSite(() => parseView(''))

/** If the people or their order change, the list begins at its first page. */
export function changeView(view: View, change: Partial<View>): View {
  const next = { ...view, ...change }
  const names = Object.keys({ ...noFilters(), ...ORDER }) as (keyof View)[]
  const isOther = names.some((name) => next[name] !== view[name])
  return isOther ? { ...next, page: change.page ?? null } : next
}

/** Ignores values in the address that no control of the dashboard can produce. */
export function parseView(search: string, path: string = paths.admin): View {
  const parameters = Object.fromEntries(new URLSearchParams(search))
  const view = z.parse(Address, parameters)
  const { from, to } = view
  return {
    view: viewAt(path, parameters),
    ...view,
    ...(!(from && to && from <= to) && { from: null, to: null }),
    ...Object.fromEntries(Object.keys(noChoices()).map((filter) => [filter, z.parse(typed, parameters[filter])])),
  }
}

/** In version 1.0, `/admin` with a filter or a tab was the figures. */
function viewAt(path: string, parameters: Record<string, string>): View['view'] {
  if (path !== paths.admin) return VIEWS.find((view) => `${paths.admin}/${view}` === path) ?? 'overview'
  const isFigures = Object.keys(parameters).some(
    (name) => name !== 'entry' && (name in Address.shape || name in noChoices()),
  )
  return FORMER[parameters['view'] ?? ''] ?? (isFigures ? 'figures' : 'overview')
}

/** Leaves out defaults. The overview has no filters. */
export function viewPath(view: View): string {
  const isHome = view.view === 'overview'
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(isHome ? { entry: view.entry } : view)) {
    if (name !== 'view' && value && value !== defaultView()[name as keyof View]) parameters.set(name, value)
  }
  // Chosen days replace the range, so the range is left out.
  if (view.from) parameters.delete('range')
  const path = isHome ? paths.admin : `${paths.admin}/${view.view}`
  return parameters.size === 0 ? path : `${path}?${parameters}`
}

export function rangeOf({ view, range }: View): Range {
  return range ?? (view === 'people' ? 'all' : DEFAULT_RANGE)
}

export function toPeople(view: View): Partial<View> {
  return { view: 'people', range: rangeOf(view) }
}

export function filtersOf(view: View): Partial<Filters> {
  const { range: _, from: __, to: ___, q: ____, ...others } = noFilters()
  const { from, to, q, friends } = view
  return {
    ...(from && to ? { from, to } : { range: rangeOf(view) }),
    // Trimmed here and on the server. The field keeps the typed text.
    ...(q.trim() && { q: q.trim() }),
    ...Object.fromEntries(Object.entries(view).filter(([name, value]) => value && name in others)),
    ...(friends && { friends: Number(friends) }),
  }
}

/** All time, because the line has people from every date. */
export function launchOrderFrom(place: string): Partial<View> {
  return { sort: 'launch', order: null, place, range: 'all', from: null, to: null }
}
