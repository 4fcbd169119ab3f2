import { dayOf } from '#shared/values/days.ts'
import { type ExportQuery, usualOrder } from '#shared/list/filters.ts'
import type { Found, Page } from './found.ts'
import { type Clock, isRolledUp, passing, type Values } from './conditions.ts'

/**
 * The columns that each sort compares, and their relation; each sort has an index. The last column is unique, and only
 * the first may be typed text.
 */
const SORTS = {
  submitted: {
    relation: 'listing',
    id: 'entry_id',
    columns: ['created_at', 'entry_id'],
    types: ['timestamptz', 'uuid'],
  },
  // The search text begins with the email.
  email: { relation: 'listing', id: 'entry_id', columns: ['search', 'entry_id'], types: ['text', 'uuid'] },
  business: { relation: 'listing', id: 'entry_id', columns: ['business', 'entry_id'], types: ['text', 'uuid'] },
  friends: {
    relation: 'entries',
    id: 'id',
    columns: ['referrals', '(-joined_position)'],
    types: ['integer', 'integer'],
  },
  launch: {
    relation: 'entries',
    id: 'id',
    columns: ['position', '(-referrals)', 'joined_position'],
    types: ['integer', 'integer', 'integer'],
  },
} as const

type Sort = Pick<ExportQuery, 'sort' | 'order'>

type PageOptions = {
  query: ExportQuery
  /** The key of the last row of the previous page; undefined for the first page. */
  after?: string[] | undefined
  /** SQL of the key of the first row, instead of `after`. */
  from?: string | undefined
  /** The number of rows before the first one, instead of `after`. */
  offset?: number | undefined
  limit: number
  clock: Clock
  /** The matches, if the column store has found them. */
  found?: Found | null
  /** Whether few entries match, if the caller knows. */
  isRare?: boolean | undefined
}

/** The columns of a row's key on a page, in SQL. */
export function keyColumns({ sort }: Sort): string[] {
  return SORTS[sort].columns.map((_, index) => `key_${index + 1}`)
}

/** The name of an order: the sort and its direction. */
export function orderName({ sort, order = usualOrder(sort) }: Sort): string {
  return `${sort} ${order}`
}

/** The order of a page's rows, in SQL. */
function orderOf({ sort, order = usualOrder(sort) }: Sort): string {
  return keyColumns({ sort })
    .map((column) => `${column} ${order}`)
    .join(', ')
}

/**
 * The part of the matches that a page needs. In the order of sign-up, these are some days from the last row of the
 * previous page on. Undefined for other orders, which need all matches.
 */
export function neededOf(
  { sort, order = usualOrder(sort) }: Sort,
  { after, limit, timeZone }: { after: string[] | undefined; limit: number; timeZone: string },
): Page | undefined {
  if (sort !== 'submitted') return undefined
  const moment = new Date(after?.[0] ?? Number.NaN)
  const day = Number.isNaN(moment.getTime()) ? null : dayOf(moment, timeZone)
  return { order, day, least: limit }
}

/**
 * A query for one page of the entries that pass the filters: `entry_id` and the row's key. With keyset pagination
 * (`after`), every page costs the same.
 */
export function sortedPage(
  { query, after, from, offset, limit, clock, found = null, isRare }: PageOptions,
  values: Values,
): string {
  const { sort, order = usualOrder(sort) } = query
  const { relation, id, columns, types } = SORTS[sort]
  const behind = order === 'asc' ? '>' : '<'
  const last = after?.map((key, index) => `${values.add(key)}::${types[index]}`)
  const begins = last ? `${behind} (${last.join(', ')})` : from && `${behind}= (${from})`
  const key = keyColumns(query).map((name, index) => `${columns[index]} as ${name}`)
  const passed = `select ${id} as entry_id, ${key.join(', ')} from ${passing(relation, { filters: query, clock, found }, values)}
    ${begins ? `and (${columns.join(', ')}) ${begins}` : ''}`
  const sorted = `order by ${orderOf(query)} limit ${values.add(limit)} offset ${values.add(offset ?? 0)}`
  return found || isRolledUp(query) ? `${passed} ${sorted}` : searchPage({ passed, sorted, isRare })
}

/** The most rows that PostgreSQL sorts in a negligible time. */
const FEW = 20_000

/** A query for whether at most `FEW` entries pass filters that no index answers. */
export function rarityOf(query: ExportQuery, clock: Clock, values: Values): string {
  const matches = passing('listing', { filters: query, clock }, values)
  return `select count(*) <= ${FEW} as is_rare from (select from ${matches} limit ${FEW + 1}) as found`
}

/**
 * For a search, or a filter without an index: few matches are found first and then sorted; many matches are found while
 * scanning the sort's index. PostgreSQL's statistics do not include where in the index the matches are, so on its own
 * it would sometimes scan a million other rows.
 */
function searchPage({
  passed,
  sorted,
  isRare,
}: {
  passed: string
  sorted: string
  isRare: boolean | undefined
}): string {
  if (isRare === false) return `${passed} ${sorted}`
  if (isRare === true) return `with found as materialized (${passed}) select * from found ${sorted}`
  return fewOrAll(passed, sorted)
}

/** Like `searchPage`, if the number of matches is not known: the query counts up to `FEW` matches first. */
export function fewOrAll(passed: string, sorted: string): string {
  return `with found as materialized (${passed} limit ${FEW + 1}), size as materialized (select count(*) as n from found)
    (select * from found where (select n from size) <= ${FEW} ${sorted})
    union all (select * from (${passed}) as all_found where (select n from size) > ${FEW} ${sorted})`
}
