import type { Transaction } from '../db/pool.ts'
import { createBreath } from '../in-slices.ts'
import { findSlots, type Slots } from './choices.ts'
import { LISTING_COLUMNS, LISTING_RECORD, toListing } from './listing.ts'
import type { Listable } from './log/queries.ts'
import { addChoicesOf, addDaysOf, addSourcesOf, sumSlots } from './rollups.ts'

/**
 * Lists these entries as they are now, takes those off the list that are `gone`, and brings the sums in line. Idempotent.
 * Call this with the reader of the log locked. Returns the sources of the rows before.
 */
export async function listEntries(
  tx: Transaction,
  { entries, gone }: { entries: Listable[]; gone: string[] },
): Promise<string[]> {
  if (entries.length + gone.length === 0) return []
  const slots = await findSlots(tx)
  const breathe = createBreath()
  const listings: object[] = []
  for (const { id, created_at, ...entry } of entries) {
    listings.push({ entry_id: id, created_at, ...toListing(entry, slots) })
    await breathe()
  }
  const { rows } = await tx.query<{ sources: string[] | null }>(compose(slots), [
    JSON.stringify(listings),
    [...entries.map(({ id }) => id), ...gone],
    gone,
  ])
  return rows[0]?.sources ?? []
}

const KEY = 'day, industry, is_solo, price'

const VALUES = ['created_at', ...LISTING_COLUMNS.split(', ')]
const valuesOf = (relation: string) => VALUES.map((name) => `${relation}.${name}`).join(', ')

/** Rows are written in one order, so that two servers that write the same ones do not wait for each other in a circle. */
function compose({ problem, goal }: Slots): string {
  const sum = (mask: string, names: object) => sumSlots(mask, Object.keys(names).length)
  return `
    with fresh as materialized (
      select * from json_to_recordset($1) as t (entry_id uuid, created_at timestamptz, ${LISTING_RECORD})
    ), old as materialized (
      select * from entry_listing where entry_id = any($2)
    ), gone as (
      delete from entry_listing where entry_id = any($3)
    ), listed as (
      insert into entry_listing as l (entry_id, ${VALUES.join(', ')})
      select entry_id, ${VALUES.join(', ')} from fresh order by entry_id
      on conflict (entry_id) do update set ${VALUES.map((name) => `${name} = excluded.${name}`).join(', ')}
        where (${valuesOf('l')}) is distinct from (${valuesOf('excluded')})
    ), changes as materialized (
      select (created_at at time zone (select time_zone from waitlist_counter))::date as day, *
      from (select 1 as weight, ${VALUES.join(', ')} from fresh
        union all select -1, ${VALUES.join(', ')} from old) as changes
    ), days as (${addDaysOf(`
      select ${KEY}, sum(weight), coalesce(sum(weight) filter (where is_referred), 0), ${sum('problems', problem)},
        ${sum('goals', goal)}
      from changes group by ${KEY} order by ${KEY}`)}
    ), sources as (${addSourcesOf(`
      select ${KEY}, source, sum(weight) from changes where source is not null group by ${KEY}, source
      having sum(weight) <> 0 order by ${KEY}, source`)}
    ), choices as (${addChoicesOf(`
      select ${KEY}, choice, sum(weight) from changes cross join unnest(choices) as choice group by ${KEY}, choice
      having sum(weight) <> 0 order by ${KEY}, choice`)}
    )
    select array_agg(distinct source) as sources from old where source is not null`
}
