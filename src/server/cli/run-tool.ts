import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { type Config, readConfig } from '../base/config/config.ts'
import type { Connection } from '../db/client.ts'
import { attachDatabase } from '../db/opening/database.ts'
import { migrate, requireMigrated } from '../db/migrate.ts'
import { showPublished } from '../publishing/sites.ts'
import { explain, StartFailure } from '../base/start-failure.ts'
import { onOwnClient } from '../db/pool.ts'

export type ToolContext = {
  client: pg.Client
  connection: Connection
  config: Config
  args: string[]
  print: (line: string) => void
}

type Tool = {
  name: string
  /** Whether the tool creates a missing database and migrates an old one. Others fail. */
  mayCreate?: boolean
  /** Whether the tool works on a list that this version has not migrated yet. */
  mayBeOld?: boolean
  arity?: number
  run: (context: ToolContext) => Promise<number>
}

export async function runTool(tool: Tool): Promise<void> {
  let logLevel: string | undefined
  try {
    const config = readConfig(undefined, { mayBeCompleted: true })
    logLevel = config.logLevel
    process.exitCode = await runOnDatabase(tool, config)
  } catch (error) {
    complain(explain(error, logLevel))
    process.exitCode = 1
  }
}

async function runOnDatabase(
  { name, mayCreate = false, mayBeOld = false, arity = 0, run }: Tool,
  config: Config,
): Promise<number> {
  const args = process.argv.slice(2)
  if (args.length > arity)
    throw new StartFailure(`npm run ${name} takes ${arity || 'no'} argument${arity === 1 ? '' : 's'}.`)
  if (!mayCreate && !config.databaseUrl && !existsSync(join(config.dataDir, 'postgres'))) {
    throw new StartFailure(`There is no data in ${config.dataDir} yet. Start the server first, or correct DATA_DIR.`)
  }
  const database = await attachDatabase(config, { owner: `npm run ${name}`, report: complain })
  try {
    if (mayCreate) await migrate(database.connection)
    return await onOwnClient(database.connection, async (client) => {
      if (!mayBeOld) {
        await requireMigrated(client)
        await showPublished(client)
      }
      return run({ client, connection: database.connection, config, args, print })
    })
  } finally {
    await database.close()
  }
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}

function complain(line: string) {
  process.stderr.write(`${line}\n`)
}
