import { perSite } from '#shared/site/site.ts'
import type { Invariant } from '../db/invariant.ts'
import { findSlots, MOST_SLOTS, type Slots } from './rows/choices.ts'
import { type Listing, NEEDS_PROGRAM, plainListing, toListing } from './rows/listing.ts'
import { RECOUNTED_CHOICES, RECOUNTED_DAYS, RECOUNTED_SOURCES } from './rows/rollups.ts'
import type { Answers } from '#shared/site/questions.ts'
import { BEFORE_NAME, SEPARATOR } from '#shared/list/search-text.ts'
import { answerColumnsOf } from '../people/answer-columns.ts'
import { IS_REFERRED } from '../people/why.ts'
import type { Rest } from '../base/rest.ts'
import type pg from 'pg'
import { findRows } from '../db/query.ts'
import { NAMED_ENTRIES } from '../people/entry-columns.ts'
import { UNSETTLED } from './log/catch-up.ts'

const BATCH = 2_000
const FIRST = '00000000-0000-0000-0000-000000000000'
/** The listing columns that SQL cannot derive if an entry has text beyond ASCII or further answers. */
const COMPARED = ['search', 'business', 'industry', 'price', 'choices', 'source'] as const

type Values = Pick<Listing, (typeof COMPARED)[number]>
type Row = Answers & {
  id: string
  email: string
  full_name: string | null
  is_referred: boolean
  source: string | null
  listed: Values
}

type Mislisted = { id: string; listed: Partial<Values>; expected: Partial<Values> }

async function findMislisted(client: pg.ClientBase, most: number, rest: Rest = async () => {}): Promise<Mislisted[]> {
  const mislisted: Mislisted[] = []
  const slots = await findSlots(client)
  for (let after: string | null = FIRST; after !== null && mislisted.length < most;) {
    const rows = await readRows(client, after)
    mislisted.push(...rows.flatMap((row) => compare(row, slots)))
    after = rows.length < BATCH ? null : rows.at(-1)!.id
    await rest()
  }
  return mislisted.slice(0, most)
}

async function readRows(client: pg.ClientBase, after: string): Promise<Row[]> {
  const listed = `json_build_object(${COMPARED.map((name) => `'${name}', l.${name}`).join(', ')})`
  return findRows<Row>(
    client,
    `select id, email, full_name, ${answerColumnsOf('e')}, ${IS_REFERRED} as is_referred, utm ->> 'source' as source, ${listed} as listed
     from ${NAMED_ENTRIES} as e join entry_listing l on l.entry_id = e.id
     where erased_at is null and ${NEEDS_PROGRAM} and id not in (${UNSETTLED}) and id > $1 order by id limit ${BATCH}`,
    [after],
  )
}

function compare({ id, listed, ...entry }: Row, slots: Slots): Mislisted[] {
  const expected = toListing(entry, slots)
  const differing = COMPARED.filter((name) => inAnyOrder(listed[name]) !== inAnyOrder(expected[name]))
  const valuesOf = (values: Values) => Object.fromEntries(differing.map((name) => [name, values[name]]))
  return differing.length === 0 ? [] : [{ id, listed: valuesOf(listed), expected: valuesOf(expected) }]
}

/** The order of written answers and choices is that of the questions at the time. */
function inAnyOrder(value: Values[keyof Values]): string {
  const parts = typeof value === 'string' ? value.replace(BEFORE_NAME, SEPARATOR).split(SEPARATOR) : (value ?? [null])
  return JSON.stringify([...parts].sort())
}

const maskOf = (kind: string, column: string) =>
  `(select coalesce(sum(1::bigint << slot), 0) from choice_slots where kind = '${kind}' and name = any(${column}))`

/** With `needs_program`, what comes from text and further answers is not valid. */
const expected = () => {
  const values = plainListing({ problems: maskOf('problem', 'problems'), goals: maskOf('goal', 'goals') })
  return `select id, created_at, ${Object.entries(values)
    .map(([name, value]) => `${value} as ${name}`)
    .join(', ')}, ${NEEDS_PROGRAM} as needs_program
  from ${NAMED_ENTRIES} as e where erased_at is null`
}

const SUM_KEY = 'day, industry, is_solo, price'
const padded = (sums: string) => `array(select coalesce(${sums}[i], 0) from generate_series(1, ${MOST_SLOTS}) as i)`
const daysOf = (relation: string) => `
  select ${SUM_KEY}, entries, referred, ${padded('problems')} as problems, ${padded('goals')} as goals
  from ${relation} as sums where entries <> 0 or referred <> 0 or 0 <> any(problems) or 0 <> any(goals)`
const valuesOf = (relation: string, value: string) =>
  `select ${SUM_KEY}, ${value}, entries from ${relation} as sums where entries <> 0`

export const listingInvariants = perSite((): Invariant[] => [
  {
    rule: 'The listing has every entry with its current values, apart from those that it has yet to follow',
    unit: 'entries',
    count: 'select count(*) from entry_listing',
    offenders: `select id, entry_id, e.industry, l.industry as listed_industry, e.price, l.price as listed_price
      from (${expected()}) as e full join entry_listing l on l.entry_id = e.id
      where coalesce(e.id, l.entry_id) not in (${UNSETTLED}) and (
        (e.created_at, e.is_solo, e.problems, e.goals, e.is_referred) is distinct from (l.created_at, l.is_solo, l.problems, l.goals, l.is_referred)
        or not e.needs_program and (e.search, e.business, e.industry, e.price, e.choices, e.source)
          is distinct from (l.search, l.business, l.industry, l.price, l.choices, l.source))`,
  },
  {
    rule: 'The listing of entries with text beyond ASCII or with further answers has the values that the program derives',
    unit: 'entries',
    count: `select count(*) from ${NAMED_ENTRIES} as e where erased_at is null and ${NEEDS_PROGRAM}`,
    offenders: findMislisted,
  },
  {
    rule: 'The sums of each day equal a recount',
    unit: 'sums',
    count: 'select count(*) from rollup_days',
    offenders: difference(daysOf('rollup_days'), daysOf(`(${RECOUNTED_DAYS})`)),
  },
  {
    rule: 'The sums of each source equal a recount',
    unit: 'sums',
    count: 'select count(*) from rollup_sources',
    offenders: difference(valuesOf('rollup_sources', 'source'), valuesOf(`(${RECOUNTED_SOURCES})`, 'source')),
  },
  {
    rule: 'The sums of each choice of further questions equal a recount',
    unit: 'sums',
    count: 'select count(*) from rollup_choices',
    offenders: difference(valuesOf('rollup_choices', 'choice'), valuesOf(`(${RECOUNTED_CHOICES})`, 'choice')),
  },
])

function difference(stored: string, recounted: string): string {
  return `select 'stored' as which, * from ((${stored}) except all (${recounted})) as stored
    union all select 'recounted', * from ((${recounted}) except all (${stored})) as recounted`
}
