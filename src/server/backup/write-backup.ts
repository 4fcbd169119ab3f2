import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { Client, type Connection } from '../db/client.ts'
import { readVersion } from '../db/migrate.ts'
import { tablesOfMigrations } from '../db/migration-files.ts'
import { readCalendar } from '../listing/sql/read-calendar.ts'
import { END_OF_ROWS, formatHead, formatTail, type Head } from './format.ts'
import { LEFT_OUT, readTables, type Table } from './tables.ts'

type Source = Table & { from: string }

/**
 * The rests of a backup may be longer than the limits of a role or a server. PostgreSQL has `transaction_timeout` since
 * version 17.
 */
const BEGIN = `begin isolation level repeatable read read only;
  select set_config(name, '0', true) from pg_settings
  where name in ('statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`

/** As the list is at one instant, even while people join. */
export async function* writeBackup(
  connection: Connection,
  onHead: (head: Head) => void = () => {},
): AsyncGenerator<string | Buffer> {
  const client = new Client({ ...connection, application_name: 'firstchair backup' })
  await client.connect()
  try {
    await client.query(BEGIN)
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
    // Ends the connection and not only the transaction: in the middle of a table, PostgreSQL accepts no other
    // statement.
    await client.end()
  }
}

async function readHead(client: pg.Client): Promise<Head> {
  const { rows } = await client.query<{ now: Date }>('select now()')
  const [schema, { entries }] = [await readVersion(client), await readCalendar(client)]
  return { version: 1, schema, taken_at: rows[0]!.now.toISOString(), entries }
}

/** This program could not restore tables of others, and may have no right to read them. */
async function findSources(client: pg.Client): Promise<Source[]> {
  const ours = (await tablesOfMigrations()).filter((name) => !LEFT_OUT.includes(name))
  const tables = (await readTables(client)).filter(({ name }) => !LEFT_OUT.includes(name))
  // A table in another schema would be missing in the backup.
  if (tables.length !== ours.length) throw new Error('a table of the list is not in the schema of the connection')
  return tables.map((table) => ({ ...table, from: `${table.name} (${table.columns.join(', ')})` }))
}
