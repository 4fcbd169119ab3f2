import { mkdtemp, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeFailure } from '../start-failure.ts'
import { type Account, type AccountOptions, chooseAccount } from './embedded-account.ts'
import { findBinaries } from './embedded-binaries.ts'
import { type Cluster, openCluster, readSecret } from './embedded-cluster.ts'
import { readPostmaster, stopLeftover } from './embedded-postmaster.ts'
import { supervise } from './embedded-supervisor.ts'
import type { Connection } from './pool.ts'

/** `report` is told when PostgreSQL stopped by itself, and when it is back. */
export type EmbeddedOptions = AccountOptions & { report?: (sentence: string) => void }

export type Embedded = { connection: Connection; close(): Promise<void> }

/**
 * Starts PostgreSQL on a data directory that the caller has claimed, and keeps it running until `close`: if it dies, it
 * comes back at the same socket with the same password, so pools need not know.
 */
export async function startEmbedded(
  dataDir: string,
  { report = () => {}, ...options }: EmbeddedOptions = {},
): Promise<Embedded> {
  const account = await chooseAccount({ dataDir, binaries: await findBinaries(), ...options })
  const cluster = await openCluster(account)
  const leftSocketDir = await stopLeftover(cluster.folder)
  if (leftSocketDir) await rmdir(leftSocketDir).catch(() => {})

  const socketDir = await makeSocketDir(account)
  const removeSocketDir = () => rmdir(socketDir).catch(() => {})
  try {
    const supervisor = await supervise({ account, cluster, socketDir, log: join(dataDir, 'postgres.log') }, report)
    return { connection: connectTo(cluster, socketDir), close: () => supervisor.close().then(removeSocketDir) }
  } catch (error) {
    await removeSocketDir()
    throw error
  }
}

/** How to reach the PostgreSQL that another process runs on this data directory, or null while none is ready. */
export async function findRunning(dataDir: string): Promise<Connection | null> {
  const folder = join(dataDir, 'postgres')
  const running = await readPostmaster(folder)
  return running?.ready ? connectTo({ folder, secret: await readSecret(folder) }, running.socketDir) : null
}

function connectTo({ secret }: Cluster, socketDir: string): Connection {
  return { host: socketDir, port: 5432, user: 'postgres', password: secret, database: 'postgres' }
}

/** In the system's folder for temporary files: a socket's path may have 107 bytes, and data directories are longer. */
async function makeSocketDir(account: Account): Promise<string> {
  const parent = tmpdir().length > 60 ? '/tmp' : tmpdir()
  try {
    const folder = await mkdtemp(join(parent, 'firstchair-'))
    await account.give(folder)
    return folder
  } catch (error) {
    throw writeFailure(parent, error)
  }
}
