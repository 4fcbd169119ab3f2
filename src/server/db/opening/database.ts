import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../../config/config.ts'
import { diskFull, findFull, StartFailure } from '../../base/start-failure.ts'
import type { Connection } from '../client.ts'
import { type Claim, claimDataDir, tryClaimDataDir } from '../data-directory.ts'
import { type EmbeddedOptions, findRunning, startEmbedded } from '../embedded/postgres.ts'
import { findExternal } from './external-database.ts'

export type Database = { connection: Connection; describe: string; close(): Promise<void> }

type DatabaseConfig = Pick<Config, 'dataDir' | 'databaseUrl'>

const ATTACH_PATIENCE = 15_000

export async function openDatabase(config: DatabaseConfig, options: EmbeddedOptions): Promise<Database> {
  if (config.databaseUrl) return openExternal(config.databaseUrl)
  return openEmbedded(config.dataDir, claimDataDir(config.dataDir, options.owner), options)
}

export async function attachDatabase(config: DatabaseConfig, options: EmbeddedOptions): Promise<Database> {
  if (config.databaseUrl) return openExternal(config.databaseUrl)
  for (const end = Date.now() + ATTACH_PATIENCE; Date.now() < end; await pause(100)) {
    const claim = tryClaimDataDir(config.dataDir, options.owner)
    if (claim) return openEmbedded(config.dataDir, claim, options)
    const connection = await findRunning(config.dataDir)
    if (connection) return { connection, describe: describeEmbedded(config.dataDir), close: async () => {} }
    const full = findFull(config.dataDir)
    if (full) throw diskFull(full)
  }
  throw new StartFailure(
    `Another process holds ${config.dataDir}, but its PostgreSQL does not come up. Stop that process, then try again.`,
  )
}

async function openEmbedded(dataDir: string, claim: Claim, options: EmbeddedOptions): Promise<Database> {
  const embedded = await startEmbedded(dataDir, { claim, ...options })
  return { ...embedded, describe: describeEmbedded(dataDir) }
}

function describeEmbedded(dataDir: string): string {
  return `embedded PostgreSQL, data in ${dataDir}`
}

async function openExternal(databaseUrl: string): Promise<Database> {
  return { ...(await findExternal(databaseUrl)), close: async () => {} }
}
