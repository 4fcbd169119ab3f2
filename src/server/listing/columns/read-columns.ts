import type pg from 'pg'
import { Client, type Connection } from '../../db/client.ts'
import { type Columns, createColumns, storeRow } from './columns.ts'
import { PART_NAMES, PARTS } from './parts.ts'
import { copyOut } from '../../db/query.ts'
import { UNREAD } from '../log/catch-up.ts'

export type Source = {
  client: pg.Client
  columns: Columns
  timeZone: string
  since: string
  clockOffset: number
}

const PATIENCE = { session: `set statement_timeout = '5min'`, query_timeout: 310_000, connectionTimeoutMillis: 5_000 }
/** If the clocks drift further apart, one of them was set: a later change may then have an earlier time. */
const MOST_DRIFT_MS = 20_000

export async function openSource(connection: Connection, timeZone: string): Promise<Source> {
  const client = new Client({ ...connection, ...PATIENCE, application_name: 'firstchair columns' })
  await client.connect()
  try {
    const moment = await readMoment(client)
    const columns = createColumns()
    await copyOut(client, `copy (${rowsOf(`${ALL} where joined_position < ${UNLISTED_FROM}`)}) to stdout`, (row) =>
      storeRow(columns, row),
    )
    return { client, columns, timeZone, ...moment }
  } catch (error) {
    await client.end()
    throw error
  }
}

export async function refresh(source: Source, timeZone: string): Promise<boolean> {
  const { client, columns } = source
  const moment = await readMoment(client)
  if (timeZone !== source.timeZone || Math.abs(moment.clockOffset - source.clockOffset) > MOST_DRIFT_MS) return false
  await copyOut(client, `copy (${changesSince(source)}) to stdout`, (row) => storeRow(columns, row))
  Object.assign(source, moment)
  return true
}

/** A change has the time at which its transaction began: the oldest open transaction or unread event, minus a minute for differences between clocks. */
async function readMoment(client: pg.Client): Promise<{ since: string; clockOffset: number }> {
  const { rows } = await client.query<{ since: string; now: number }>(
    `select (least(coalesce(min(xact_start), now()), (select min(at) from (${UNREAD}) as unread)) - interval '1 minute')::text as since,
       extract(epoch from clock_timestamp())::float8 * 1000 as now
     from pg_stat_activity where datname = current_database()`,
  )
  const { since, now } = rows[0]!
  return { since, clockOffset: now - performance.now() }
}

const TAGS = `select entry_id, to_jsonb(array_agg(tag order by tag) filter (where tag is not null)) as tags,
    to_jsonb(array_agg(earned order by earned) filter (where earned is not null)) as earned
  from (select entry_id, tag, null as earned from entry_tags
    union all select entry_id, null, milestone_id || ':' || state from rewards) as labels`

const ALL = `entry_listing l join waitlist_entries e on e.id = l.entry_id
  left join (${TAGS} group by entry_id) as t on t.entry_id = e.id`

/** Later positions are read once all before them are listed. */
const UNLISTED_FROM = `(select coalesce(min(joined_position), 2147483647)
  from (${UNREAD}) as unread join waitlist_entries on id = entry_id where kind = 'joined')`

/** An erased entry has no listing row, so its columns of the listing are null. */
function changesSince({ columns, since }: Source): string {
  const changed = (which: string) =>
    rowsOf(
      `waitlist_entries e left join entry_listing l on l.entry_id = e.id
       left join lateral (${TAGS} where entry_id = e.id group by entry_id) as t on true where ${which}`,
    )
  return `${changed(`joined_position > ${columns.last} and joined_position < ${UNLISTED_FROM}`)}
    union all ${changed(`e.updated_at <> e.created_at and e.updated_at >= '${since}' and joined_position <= ${columns.last}`)}`
}

function rowsOf(relation: string): string {
  return `select joined_position, ${PART_NAMES.flatMap((name) => PARTS[name].columns).join(', ')} from ${relation}`
}
