import type { Answers } from '#shared/site/questions.ts'
import { createBreath } from '../../base/breath.ts'
import { answerColumnsOf } from '../../people/answer-columns.ts'
import { IS_REFERRED } from '../../people/why.ts'
import { findSlots, type Slots } from './choices.ts'
import {
  type Listing,
  LISTING_COLUMNS,
  LISTING_RECORD,
  maskOf,
  NEEDS_PROGRAM,
  plainListing,
  toListing,
} from './listing.ts'
import { addChoicesOf, addDaysOf, addSourcesOf, sumSlots } from './rollups.ts'
import type { Transaction } from '../../db/query.ts'
import { NAMED_ENTRIES } from '../../people/entry-columns.ts'

/** Idempotent. With the reader of the log locked. Returns the sources of the previous rows. */
export async function listEntries(tx: Transaction, ids: string[]): Promise<string[]> {
  const sources = new Set<string>()
  const slots = await findSlots(tx)
  let further: Further[] = []
  for (let left = ids; left.length > 0;) {
    const { rows } = await tx.query<Listed>(compose(slots), [JSON.stringify(further), left])
    rows[0]!.sources.forEach((source) => sources.add(source))
    left = rows[0]!.left
    further = left.length > 0 ? await listByProgram(tx, left, slots) : []
  }
  return [...sources]
}

type Further = Listing & { entry_id: string; created_at: string }

/** `left`: the few that PostgreSQL cannot make itself, see `NEEDS_PROGRAM`. */
type Listed = { sources: string[]; left: string[] }

type Entry = Answers & {
  id: string
  created_at: string
  email: string
  full_name: string | null
  is_referred: boolean
  source: string | null
}

async function listByProgram(tx: Transaction, ids: string[], slots: Slots): Promise<Further[]> {
  const { rows } = await tx.query<Entry>(
    `select e.id, created_at::text, email, full_name, ${answerColumnsOf('e')}, ${IS_REFERRED} as is_referred, utm ->> 'source' as source
     from ${entriesIn('$1')} where erased_at is null and ${NEEDS_PROGRAM}`,
    [ids],
  )
  const breathe = createBreath()
  const listings = []
  for (const { id, created_at, ...entry } of rows) {
    listings.push({ entry_id: id, created_at, ...toListing(entry, slots) })
    await breathe()
  }
  return listings
}

/** Looked up by id: planned while the list was empty, PostgreSQL would otherwise read all entries. */
const entriesIn = (ids: string) => `unnest(${ids}::uuid[]) as asked (id) cross join lateral (
    select * from ${NAMED_ENTRIES} as named where id = asked.id offset 0) as e`

const KEY = 'day, industry, is_solo, price'
const COLUMNS = ['entry_id', 'created_at', ...LISTING_COLUMNS.split(', ')]
const columnsOf = (relation: string) => COLUMNS.map((name) => `${relation}.${name}`).join(', ')

/** In a fixed order, so that two servers that write the same rows cannot deadlock. */
function compose({ problem, goal }: Slots): string {
  const sum = (mask: string, names: object) => sumSlots(mask, Object.keys(names).length)
  const plain = plainListing({ problems: maskOf('problems', problem), goals: maskOf('goals', goal) })
  const values = LISTING_COLUMNS.split(', ').map((name) => `${plain[name]} as ${name}`)
  return `
    with further as materialized (
      select ${COLUMNS.join(', ')} from json_to_recordset($1) as t (entry_id uuid, created_at timestamptz, ${LISTING_RECORD})
    ), plain as materialized (
      select e.id as entry_id, e.created_at, ${values.join(', ')}, ${NEEDS_PROGRAM} as needs_program
      from ${entriesIn('$2')} where erased_at is null and e.id not in (select entry_id from further)
    ), fresh as materialized (
      select ${COLUMNS.join(', ')} from plain where not needs_program
      union all select * from further
    ), old as materialized (
      select l.* from (select unnest($2::uuid[]) as id except select entry_id from plain where needs_program) as asked
        cross join lateral (
        select ${COLUMNS.join(', ')} from entry_listing where entry_id = asked.id offset 0) as l
    ), gone as (
      delete from entry_listing where entry_id in (select entry_id from old where entry_id not in (select entry_id from fresh))
    ), listed as (
      insert into entry_listing as l (${COLUMNS.join(', ')})
      select * from fresh order by created_at, entry_id
      on conflict (entry_id) do update set ${COLUMNS.slice(1)
        .map((name) => `${name} = excluded.${name}`)
        .join(', ')}
        where (${columnsOf('l')}) is distinct from (${columnsOf('excluded')})
    ), changes as materialized (
      select (created_at at time zone (select time_zone from waitlist_counter))::date as day, *
      from (select 1 as weight, * from fresh union all select -1, * from old) as changes
    ), days as (${addDaysOf(`
      select ${KEY}, sum(weight), coalesce(sum(weight) filter (where is_referred), 0), ${sum('problems', problem)},
        ${sum('goals', goal)}
      from changes group by ${KEY} order by ${KEY}`)}
    ), sources as (${addSourcesOf(`
      select ${KEY}, source, sum(weight) from changes where source is not null group by ${KEY}, source
      having sum(weight) <> 0 order by ${KEY}, source`)}
    ), choices as (${addChoicesOf(`
      select ${KEY}, choice, sum(weight) from changes cross join unnest(choices) as choice where choices is not null group by ${KEY}, choice
      having sum(weight) <> 0 order by ${KEY}, choice`)}
    )
    select array(select distinct source from old where source is not null) as sources,
      array(select entry_id from plain where needs_program) as left`
}
