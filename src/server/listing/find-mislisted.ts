import type pg from 'pg'
import type { Answers } from '#shared/site/answers.ts'
import { BEFORE_NAME, SEPARATOR } from '#shared/list/search-text.ts'
import { answerColumnsOf } from '../people/answer-columns.ts'
import { NAMED_ENTRIES } from '../people/entry-columns.ts'
import { IS_REFERRED } from '../people/is-referred.ts'
import type { Rest } from '../base/rest.ts'
import { UNSETTLED } from './log/unread.ts'
import { findSlots, type Slots } from './rows/choices.ts'
import { type Listing, toListing } from './rows/listing.ts'
import { NEEDS_PROGRAM } from './rows/plain-listing.ts'

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

export type Mislisted = { id: string; listed: Partial<Values>; expected: Partial<Values> }

export async function findMislisted(
  client: pg.ClientBase,
  most: number,
  rest: Rest = async () => {},
): Promise<Mislisted[]> {
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
  const { rows } = await client.query<Row>(
    `select id, email, full_name, ${answerColumnsOf('e')}, ${IS_REFERRED} as is_referred, utm ->> 'source' as source, ${listed} as listed
     from ${NAMED_ENTRIES} as e join entry_listing l on l.entry_id = e.id
     where erased_at is null and ${NEEDS_PROGRAM} and id not in (${UNSETTLED}) and id > $1 order by id limit ${BATCH}`,
    [after],
  )
  return rows
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
