import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { Client, type Connection } from '../db/client.ts'
import { readVersion } from '../db/migrate.ts'
import { readCalendar } from '../listing/read-calendar.ts'
import { END_OF_ROWS, formatHead, formatTail, type Head } from './format.ts'

/** What belongs to the running program rather than to the list. */
const LEFT_OUT = ['schema_migrations', 'admin_sessions', 'rate_counts']

type Source = { name: string; columns: string[]; from: string }

/**
 * The whole list as it is at one instant, also while people join: every table, and the jobs that are not finished. It
 * has a connection of its own, which ends with it, and only reads.
 */
export async function* writeBackup(
  connection: Connection,
  onHead: (head: Head) => void = () => {},
): AsyncGenerator<string | Buffer> {
  const client = new Client({ ...connection, application_name: 'firstchair backup' })
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const head = await readHead(client)
    onHead(head)
    yield formatHead(head)
    const rows: Record<string, number> = {}
    for (const { name, columns, from } of await findSources(client)) {
      yield `COPY ${name} (${columns.join(', ')}) FROM stdin;\n`
      const stream = client.query(copyTo(`copy ${from} to stdout`))
      for await (const chunk of stream) yield chunk as Buffer
      yield END_OF_ROWS
      rows[name] = stream.rowCount
    }
    yield formatTail({ rows })
  } finally {
    // Also in the middle of a table, where PostgreSQL would take no further statement.
    await client.end()
  }
}

async function readHead(client: pg.Client): Promise<Head> {
  const { rows } = await client.query<{ now: Date }>('select now()')
  const [schema, { entries }] = [await readVersion(client), await readCalendar(client)]
  return { version: 1, schema, taken_at: rows[0]!.now.toISOString(), entries }
}

async function findSources(client: pg.Client): Promise<Source[]> {
  const { rows } = await client.query<{ schema: string; name: string; columns: string[] }>(
    `select n.nspname as schema, quote_ident(c.relname) as name,
       array_agg(quote_ident(a.attname) order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where (n.nspname = current_schema() and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> all($1)
       or n.nspname = 'pgboss' and c.relname = 'job')
     group by 1, 2 order by 1, 2`,
    [LEFT_OUT],
  )
  return rows.map(({ schema, name, columns }) =>
    schema === 'pgboss' ? unfinishedJobs(columns) : { name, columns, from: `${name} (${columns.join(', ')})` },
  )
}

/** A job that runs while the backup is made is one that waits in the backup. */
function unfinishedJobs(columns: string[]): Source {
  const read = columns.map((column) =>
    column === 'state' ? `case state when 'active' then 'retry' else state end` : column,
  )
  return {
    name: 'pgboss.job',
    columns,
    from: `(select ${read.join(', ')} from pgboss.job where state < 'completed')`,
  }
}
