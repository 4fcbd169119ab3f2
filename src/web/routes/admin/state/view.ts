import * as z from 'zod/mini'
import { ACT_KINDS } from '#shared/list/act-requests.ts'
import {
  type ChoiceFilters,
  DEFAULT_RANGE,
  type Filters,
  ORDERS,
  type Order,
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
/** The views that version 1.0 named in the query. */
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

/** All of it is in the address. Null means not filtered. `from` and `to` come together and replace the range. */
export type View = {
  view: (typeof VIEWS)[number]
  /** A service and a state of its deliveries. */
  open: (typeof LISTS)[number] | null
  messages: (typeof MESSAGE_LISTS)[number]
  /** The id of the act that is shown in full. */
  act: string | null
  /** Filters of the log: account, kind, day. */
  by: string | null
  did: (typeof ACT_KINDS)[number] | null
  on: string | null
  /** An id, 'new', or 'day' for launch day. */
  wave: string | null
  update: string | null
  /** Null: the usual range of the section. */
  range: Range | null
  from: string | null
  to: string | null
  industry: string | null
  solo: (typeof YES_NO)[number] | null
  price: string | null
  q: string
  /** A text to search for in written answers. */
  find: string
  tab: (typeof TABS)[number]
  sort: (typeof SORTS)[number]
  /** Null: the usual order of the sort. */
  order: Order | null
  /** The place in line at which launch order begins, as digits. */
  place: string | null
  /** Digits from 2; null for the first. */
  page: string | null
  /** The id of an open profile. */
  entry: string | null
} & AddressFilters &
  ChoiceView

type ChoiceView = { [Filter in keyof ChoiceFilters]?: string | null | undefined }

const noChoices = perSite((): ChoiceView =>
  Object.fromEntries(countedQuestions().map(({ name }) => [choiceFilterOf(name), null])),
)

export const noFilters = perSite(
  () =>
    ({
      range: null,
      from: null,
      to: null,
      industry: null,
      solo: null,
      price: null,
      q: '',
      ...NO_ADDRESS_FILTERS,
      ...noChoices(),
    }) satisfies Partial<View>,
)

const defaultView = perSite((): View => ({
  view: 'overview',
  open: null,
  messages: 'open',
  act: null,
  by: null,
  did: null,
  on: null,
  wave: null,
  update: null,
  ...noFilters(),
  find: '',
  tab: 'overview',
  sort: 'submitted',
  order: null,
  place: null,
  page: null,
  entry: null,
}))

/** They affect neither the people in the list nor their order. */
const BESIDE_THE_LIST: (keyof View)[] = [
  'view',
  'open',
  'messages',
  'act',
  'by',
  'did',
  'on',
  'wave',
  'update',
  'find',
  'tab',
  'page',
  'entry',
]

/** If the people or their order change, the list begins at its first page. */
export function changeView(view: View, change: Partial<View>): View {
  const next = { ...view, ...change }
  const names = Object.keys(next) as (keyof View)[]
  const isOther = names.some((name) => !BESIDE_THE_LIST.includes(name) && next[name] !== view[name])
  return isOther ? { ...next, page: change.page ?? null } : next
}

/** Ignores values in the address that no control of the dashboard can produce. */
export function parseView(search: string, path: string = paths.admin): View {
  const parameters = new URLSearchParams(search)
  const one = <Choice extends string>(name: string, choices: readonly Choice[]) =>
    choices.find((choice) => choice === parameters.get(name))
  const textIn = (name: string, most: number = MAX_LENGTH.freeText) =>
    cut((parameters.get(name) ?? '').replaceAll('\0', ''), most)
  const [from, to] = [parameters.get('from') ?? '', parameters.get('to') ?? '']
  const hasDays = Day.safeParse(from).success && Day.safeParse(to).success && from <= to
  return {
    view: viewAt(path, parameters),
    open: one('open', LISTS) ?? null,
    messages: one('messages', MESSAGE_LISTS) ?? defaultView().messages,
    act: parameters.get('act') || null,
    by: z.uuid().safeParse(parameters.get('by')).data ?? null,
    did: one('did', ACT_KINDS) ?? null,
    on: Day.safeParse(parameters.get('on')).data ?? null,
    wave: parameters.get('wave') || null,
    update: z.uuid().safeParse(parameters.get('update')).data ?? null,
    range: one('range', RANGES) ?? null,
    from: hasDays ? from : null,
    to: hasDays ? to : null,
    // Any text: people may have chosen something that is no longer offered.
    industry: textIn('industry').trim() || null,
    solo: one('solo', YES_NO) ?? null,
    price: textIn('price').trim() || null,
    q: textIn('q', MAX_LENGTH.name),
    find: textIn('find', MAX_LENGTH.name),
    tab: one('tab', TABS) ?? defaultView().tab,
    sort: one('sort', SORTS) ?? defaultView().sort,
    order: one('order', ORDERS) ?? null,
    place: /^[1-9]\d{0,8}$/.test(parameters.get('place') ?? '') ? parameters.get('place') : null,
    page: /^([2-9]|[1-9]\d{1,6})$/.test(parameters.get('page') ?? '') ? parameters.get('page') : null,
    entry: parameters.get('entry') || null,
    ...readAddressFilters({ one, textIn }),
    ...Object.fromEntries(
      countedQuestions().map((question) => {
        const filter = choiceFilterOf(question.name)
        return [filter, textIn(filter).trim() || null]
      }),
    ),
  }
}

/** In version 1.0, `/admin` with a filter or a tab was the figures. */
function viewAt(path: string, parameters: URLSearchParams): View['view'] {
  const named = VIEWS.find((view) => `${paths.admin}/${view}` === path)
  if (path === `${paths.admin}/invites/rules`) return 'settings/rules'
  if (named || path !== paths.admin) return named ?? defaultView().view
  const former = FORMER[parameters.get('view') ?? '']
  const isFigures = [...parameters.keys()].some((name) => name !== 'entry' && name in defaultView())
  return former ?? (isFigures ? 'figures' : defaultView().view)
}

/** Leaves out defaults. The overview has no filters. */
export function viewPath(view: View): string {
  const isHome = view.view === defaultView().view
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
  const { from, to, industry, solo, price, q } = view
  const others = [...ADDRESS_FILTERS, ...(Object.keys(noChoices()) as (keyof ChoiceFilters)[])]
  return {
    ...(from && to ? { from, to } : { range: rangeOf(view) }),
    ...(industry && { industry }),
    ...(solo && { solo }),
    ...(price && { price }),
    // Trimmed here and on the server. The field keeps the typed text.
    ...(q.trim() && { q: q.trim() }),
    ...Object.fromEntries(others.flatMap((filter) => (view[filter] ? [[filter, view[filter]]] : []))),
    ...(view.friends && { friends: Number(view.friends) }),
  }
}

const TEXTS = ['source', 'medium', 'campaign', 'language', 'problem', 'goal', 'tag', 'reward', 'named_code'] as const
const YES_OR_NO = ['referred', 'imported', 'opened', 'doubtful', 'rejected'] as const

export const ADDRESS_FILTERS = [...TEXTS, 'friends', 'state', ...YES_OR_NO] as const
type AddressFilter = (typeof ADDRESS_FILTERS)[number]

type AddressFilters = { [Filter in (typeof TEXTS)[number]]: string | null } & {
  [Filter in (typeof YES_OR_NO)[number]]: (typeof YES_NO)[number] | null
} & {
  /** Digits. */
  friends: string | null
  state: string | null
}

const NO_ADDRESS_FILTERS = Object.fromEntries(ADDRESS_FILTERS.map((name) => [name, null])) as {
  [Filter in AddressFilter]: null
}

type Reader = {
  one: <Choice extends string>(name: string, choices: readonly Choice[]) => Choice | undefined
  textIn: (name: string) => string
}

function readAddressFilters({ one, textIn }: Reader): AddressFilters {
  return Object.fromEntries([
    ...TEXTS.map((name) => [name, textIn(name).trim() || null]),
    ['friends', /^[1-9]\d{0,8}$/.exec(textIn('friends'))?.[0] ?? null],
    ['state', filterOf(valuesOf(textIn('state')).filter((state) => (STATES as readonly string[]).includes(state)))],
    ...YES_OR_NO.map((name) => [name, one(name, YES_NO) ?? null]),
  ])
}

/** All time, because the line has people from every date. */
export function launchOrderFrom(place: string): Partial<View> {
  return { sort: 'launch', order: null, place, range: 'all', from: null, to: null }
}
