import pg from 'pg'
import { readConfig } from '../config.ts'
import { attachDatabase } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { type Connection, createPool } from '../db/pool.ts'
import { explain } from '../start-failure.ts'

type Tool = (tools: { client: pg.Client; connection: Connection; print: (line: string) => void }) => Promise<number>

/** Runs a command-line tool on the server's database, up to date and without time-outs. It answers the exit code. */
export async function runTool(name: string, tool: Tool): Promise<void> {
  try {
    const database = await attachDatabase(readConfig(), { owner: `npm run ${name}` })
    try {
      process.exitCode = await onClient(database.connection, tool)
    } finally {
      await database.close()
    }
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`)
    process.exitCode = 1
  }
}

async function onClient(connection: Connection, tool: Tool): Promise<number> {
  const pool = createPool(connection, { max: 1, name: 'tool', onError: () => {} })
  await migrate(pool).finally(() => pool.end())
  const client = new pg.Client({ ...connection, application_name: 'firstchair tool' })
  client.on('error', () => {})
  await client.connect()
  try {
    return await tool({ client, connection, print: (line) => process.stdout.write(`${line}\n`) })
  } finally {
    await client.end()
  }
}
