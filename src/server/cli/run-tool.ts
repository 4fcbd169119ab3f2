import type pg from 'pg'
import { readConfig } from '../config.ts'
import { attachDatabase } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { onOwnClient } from '../db/pool.ts'
import { explain } from '../start-failure.ts'

type Tool = (tools: { client: pg.Client; print: (line: string) => void }) => Promise<number>

/** Runs a command-line tool on the server's database, up to date and without time-outs. It answers the exit code. */
export async function runTool(name: string, tool: Tool): Promise<void> {
  try {
    const database = await attachDatabase(readConfig(), { owner: `npm run ${name}` })
    try {
      await migrate(database.connection)
      process.exitCode = await onOwnClient(database.connection, (client) => tool({ client, print }))
    } finally {
      await database.close()
    }
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`)
    process.exitCode = 1
  }
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
