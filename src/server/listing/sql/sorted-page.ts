import pg from 'pg'
import { dayOf } from '#shared/values/days.ts'
import { type ExportQuery, usualOrder } from '#shared/list/filters.ts'
import { priceNames } from '#shared/site/offered.ts'
import type { Found, Page } from './found.ts'
import { type Clock, isRolledUp, passing, type Values } from './conditions.ts'

/** SQL: where the entry `e` belongs in the order of Waiting, Invited, Let in, Doubtful, Rejected. */
const STANDING = `(case when e.is_rejected then 4 when e.is_doubtful then 3 else array_position(array['waiting', 'invited', 'admitted'], e.state) - 1 end)`
/** People without a tag follow the others. */
const FIRST_TAG = `coalesce((select min(tag collate "C") from entry_tags t where t.entry_id = e.id), '\uffff')`

/** SQL: the place of the price among the bands; of any other answer, behind them. */
const priceBand = () =>
  `coalesce(array_position(array[${priceNames().map(pg.escapeLiteral).join(', ')}]::text[], price), 99)`

/** The first five have an index, the others are sorted anew. The last column is unique, and only the first may be typed text. */
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
  standing: {
    relation: 'entries',
    id: 'id',
    columns: [STANDING, 'e.joined_position'],
    types: ['integer', 'integer'],
  },
  tags: { relation: 'entries', id: 'id', columns: [FIRST_TAG, 'e.joined_position'], types: ['text', 'integer'] },
  industry: {
    relation: 'listing',
    id: 'entry_id',
    columns: ['industry collate "C"', 'entry_id'],
    types: ['text', 'uuid'],
  },
  solo: {
    relation: 'listing',
    id: 'entry_id',
    columns: ['(case is_solo when true then 0 when false then 1 else 2 end)', 'entry_id'],
    types: ['integer', 'uuid'],
  },
  price: { relation: 'listing', id: 'entry_id', columns: [priceBand, 'entry_id'], types: ['integer', 'uuid'] },
} as const

function columnsOf(sort: keyof typeof SORTS): string[] {
  return SORTS[sort].columns.map((column) => (typeof column === 'function' ? column() : column))
}

type Sort = Pick<ExportQuery, 'sort' | 'order'>

type PageOptions = {
  query: ExportQuery
  after?: string[] | undefined
  from?: string | undefined
  offset?: number | undefined
  limit: number
  clock: Clock
  found?: Found | null
  isRare?: boolean | undefined
}

/** The columns of a row's key on a page, in SQL. */
export function keyColumns({ sort }: Sort): string[] {
  return SORTS[sort].columns.map((_, index) => `key_${index + 1}`)
}

export function orderName({ sort, order = usualOrder(sort) }: Sort): string {
  return `${sort} ${order}`
}

function orderOf({ sort, order = usualOrder(sort) }: Sort): string {
  return keyColumns({ sort })
    .map((column) => `${column} ${order}`)
    .join(', ')
}

/** In the order of sign-up, some days from the last row of the previous page on; otherwise undefined: all. */
export function neededOf(
  { sort, order = usualOrder(sort) }: Sort,
  { after, limit, timeZone }: { after: string[] | undefined; limit: number; timeZone: string },
): Page | undefined {
  if (sort !== 'submitted') return undefined
  const moment = new Date(after?.[0] ?? Number.NaN)
  const day = Number.isNaN(moment.getTime()) ? null : dayOf(moment, timeZone)
  return { order, day, least: limit }
}

/** With keyset pagination (`after`), every page costs the same. */
export function sortedPage(
  { query, after, from, offset, limit, clock, found = null, isRare }: PageOptions,
  values: Values,
): string {
  const { sort, order = usualOrder(sort) } = query
  const { relation, id, types } = SORTS[sort]
  const columns = columnsOf(sort)
  const behind = order === 'asc' ? '>' : '<'
  const last = after?.map((key, index) => `${values.add(key)}::${types[index]}`)
  const begins = last ? `${behind} (${last.join(', ')})` : from && `${behind}= (${from})`
  const key = keyColumns(query).map((name, index) => `${columns[index]} as ${name}`)
  const passed = `select ${id} as entry_id, ${key.join(', ')} from ${passing(relation, { filters: query, clock, found }, values)}
    ${begins ? `and (${columns.join(', ')}) ${begins}` : ''}`
  const sorted = `order by ${orderOf(query)} limit ${values.add(limit)} offset ${values.add(offset ?? 0)}`
  return found || isRolledUp(query) ? `${passed} ${sorted}` : searchPage({ passed, sorted, isRare })
}

/** PostgreSQL sorts them in a negligible time. */
const FEW = 20_000

export function rarityOf(query: ExportQuery, clock: Clock, values: Values): string {
  const matches = passing('listing', { filters: query, clock }, values)
  return `select count(*) <= ${FEW} as is_rare from (select from ${matches} limit ${FEW + 1}) as found`
}

/** Few matches are found first and then sorted, many while scanning the sort's index: PostgreSQL does not know where in the index they are, and might scan a million other rows. */
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

/** If the number of matches is not known, counts up to `FEW` first. */
export function fewOrAll(passed: string, sorted: string): string {
  return `with found as materialized (${passed} limit ${FEW + 1}), size as materialized (select count(*) as n from found)
    (select * from found where (select n from size) <= ${FEW} ${sorted})
    union all (select * from (${passed}) as all_found where (select n from size) > ${FEW} ${sorted})`
}
