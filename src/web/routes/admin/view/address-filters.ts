import { STATES, YES_NO } from '#shared/list/filters.ts'

const TEXTS = ['source', 'medium', 'campaign', 'problem', 'goal', 'tag'] as const
const YES_OR_NO = ['referred', 'imported', 'doubtful', 'rejected'] as const

/** The filters behind 'More filters'. */
export const ADDRESS_FILTERS = [...TEXTS, 'friends', 'state', ...YES_OR_NO] as const
export type AddressFilter = (typeof ADDRESS_FILTERS)[number]

/** Null means not filtered. */
export type AddressFilters = { [Filter in (typeof TEXTS)[number]]: string | null } & {
  [Filter in (typeof YES_OR_NO)[number]]: (typeof YES_NO)[number] | null
} & {
  /** The least number of friends, as digits. */
  friends: string | null
  state: (typeof STATES)[number] | null
}

export const NO_ADDRESS_FILTERS = Object.fromEntries(ADDRESS_FILTERS.map((name) => [name, null])) as {
  [Filter in AddressFilter]: null
}

type Reader = {
  /** The value of a parameter, if it is one of the choices. */
  one: <Choice extends string>(name: string, choices: readonly Choice[]) => Choice | undefined
  textIn: (name: string) => string
}

export function readAddressFilters({ one, textIn }: Reader): AddressFilters {
  return Object.fromEntries([
    ...TEXTS.map((name) => [name, textIn(name).trim() || null]),
    ['friends', /^[1-9]\d{0,8}$/.exec(textIn('friends'))?.[0] ?? null],
    ['state', one('state', STATES) ?? null],
    ...YES_OR_NO.map((name) => [name, one(name, YES_NO) ?? null]),
  ])
}
