import pg from 'pg'
import { addDays, startOfDay } from '#shared/days.ts'
import { PRICE_NAMES, priceOf, UNKNOWN } from '#shared/facets.ts'
import { type Filters, filteredChoices } from '#shared/filters.ts'
import { periodOf } from '#shared/period.ts'
import { fold } from '#shared/search-text.ts'

/** The parameters of a composed statement; `add` returns the placeholder of a value. */
export type Values = { list: unknown[]; add: (value: unknown) => string }

export function createValues(): Values {
  const list: unknown[] = []
  return { list, add: (value) => `$${list.push(value)}` }
}

/** For `copy`, which takes no parameters: each value is quoted in the statement itself. */
export function createLiterals(): Values {
  return { list: [], add: toLiteral }
}

function toLiteral(value: unknown): string {
  if (Array.isArray(value)) return `array[${value.map(toLiteral).join(', ')}]`
  return pg.escapeLiteral(value instanceof Date ? value.toISOString() : String(value))
}

/** Joins SQL conditions with `and`; true if there are none. */
export function all(conditions: string[]): string {
  return conditions.length === 0 ? 'true' : conditions.map((condition) => `(${condition})`).join(' and ')
}

/**
 * The part after `from` that selects the entries that pass the filters; more conditions may be added. `listing` reads
 * the listing; `entries` reads the entries, and joins the listing only if a filter needs it.
 */
export function passing(
  filters: Filters,
  { now, timeZone }: { now: Date; timeZone: string },
  values: Values,
): { listing: string; entries: string } {
  const listed = [...matchConditions(filters, values), ...facetConditions(filters, values)]
  const conditions = [...listed, ...spanConditions(periodOf(filters, { now, timeZone }), timeZone, values)]
  const beside = '(select entry_id, search, industry, is_solo, price, choices from entry_listing) as l on entry_id = id'
  return {
    listing: `entry_listing where ${all(conditions)}`,
    entries: `waitlist_entries ${listed.length > 0 ? `join ${beside}` : ''}
      where ${all([...conditions, 'erased_at is null'])}`,
  }
}

/** Conditions on the columns `industry`, `is_solo` and `price` of the listing and the rollups. */
export function facetConditions({ industry, solo, price }: Partial<Filters>, values: Values): string[] {
  return [
    industry === undefined ? [] : `industry = ${values.add(industry)}`,
    solo === undefined ? [] : solo === 'yes' ? 'is_solo' : 'not is_solo',
    price === undefined ? [] : priceCondition(price, values),
  ].flat()
}

/** Whether only the listing can meet these filters: the rollups hold no search text and no combinations of choices. */
export function needsListing(filters: Partial<Filters>): boolean {
  return Boolean(filters.q) || filteredChoices(filters).length > 0
}

/** Conditions on the columns `search` and `choices`, which only the listing has. */
export function matchConditions(filters: Partial<Filters>, values: Values): string[] {
  const choices = filteredChoices(filters)
  const chosen = choices.length === 0 ? [] : [`choices @> ${values.add(choices)}::text[]`]
  return [...chosen, ...searchConditions(filters, values)]
}

function searchConditions({ q }: Partial<Filters>, values: Values): string[] {
  return q ? [`search like ${values.add(`%${fold(q).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)}`] : []
}

/** Conditions on `created_at`, from the first moment of one day to the last moment of another. */
export function spanConditions(
  { from, to }: { from: string | null; to: string | null },
  timeZone: string,
  values: Values,
): string[] {
  return [
    from === null ? [] : `created_at >= ${values.add(startOfDay(from, timeZone))}`,
    to === null ? [] : `created_at < ${values.add(startOfDay(addDays(to, 1), timeZone))}`,
  ].flat()
}

function priceCondition(price: string, values: Values): string {
  return price === UNKNOWN ? `price <> all(${values.add(PRICE_NAMES)})` : `price = ${values.add(priceOf(price))}`
}
