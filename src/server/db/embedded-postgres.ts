import { join } from 'node:path'
import { type AccountOptions, chooseAccount, linkCluster } from './embedded-account.ts'
import { type Claim, claimDataDir } from './data-directory.ts'
import { findBinaries } from './embedded-binaries.ts'
import { type Cluster, openCluster, readSecret } from './embedded-cluster.ts'
import { readPostmaster, stopLeftover } from './embedded-postmaster.ts'
import { makeSocketDir, removeSocketDir } from './embedded-socket.ts'
import { supervise } from './embedded-supervisor.ts'
import type { Connection } from './pool.ts'

/**
 * `owner` is what another process is told that wants the same data. `report` is told when PostgreSQL stopped by itself,
 * and when it is back.
 */
export type EmbeddedOptions = AccountOptions & { owner: string; report?: (sentence: string) => void }

export type Embedded = { connection: Connection; close(): Promise<void> }

/**
 * Starts PostgreSQL on a data directory that is claimed, and keeps it running until `close`, which ends the claim: if
 * it dies, it comes back at the same socket with the same password, so pools need not know.
 */
export async function startEmbedded(
  dataDir: string,
  { claim, owner, report = () => {}, ...options }: EmbeddedOptions & { claim: Claim },
): Promise<Embedded> {
  await using parts = new AsyncDisposableStack()
  parts.defer(claim.release)
  const account = await chooseAccount({ dataDir, binaries: await findBinaries(), ...options })
  // A data directory that was copied still leads to the same cluster.
  if (account.home !== dataDir) parts.defer(claimDataDir(account.home, owner).release)

  const cluster = await openCluster(account)
  await linkCluster(account, dataDir)
  const leftSocketDir = await stopLeftover(cluster.folder)
  if (leftSocketDir) await removeSocketDir(leftSocketDir)

  const socketDir = await makeSocketDir(account)
  parts.defer(() => removeSocketDir(socketDir))
  const place = { account, cluster, socketDir, log: join(dataDir, 'postgres.log') }
  const supervisor = await supervise(place, report)
  parts.defer(supervisor.close)
  const kept = parts.move()
  return { connection: connectTo(cluster, socketDir), close: () => kept.disposeAsync() }
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
