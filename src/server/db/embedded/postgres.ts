import { realpath, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type AccountOptions, chooseAccount, linkCluster, findBinaries } from './account.ts'
import { explain, StartFailure } from '../../base/start-failure.ts'
import { type Claim, claimDataDir, tryClaimDataDir } from '../data-directory.ts'
import { logOf, openCluster, readSecret, connectTo, handOver, isWelcome } from './cluster.ts'
import { findOriginal, isPostmasterOf, readPostmaster, stopLeftover } from './postmaster.ts'
import { makeSocketDir, removeSocketDir, supervise } from './supervisor.ts'
import type { Connection } from '../client.ts'

export type EmbeddedOptions = AccountOptions & {
  owner: string
  report?: (sentence: string) => void
  isTemporary?: boolean
}

type Embedded = { connection: Connection; close(): Promise<void> }

/** Keeps PostgreSQL running until `close`. If it dies, it comes back at the same socket with the same password. */
export async function startEmbedded(
  dataDir: string,
  { claim, owner, report = () => {}, isTemporary = false, ...options }: EmbeddedOptions & { claim: Claim },
): Promise<Embedded> {
  await using parts = new AsyncDisposableStack()
  parts.defer(claim.release)
  const account = await chooseAccount({ dataDir, binaries: await findBinaries(), ...options })
  // A copied data directory still links to the original's cluster.
  if (account.home !== dataDir) parts.defer(claimDataDir(account.home, owner).release)

  const cluster = await openCluster(account, dataDir)
  await linkCluster(account, dataDir)
  const original = await findOriginal(cluster.folder)
  const copy = `copy that was made while the server ran on ${original}`
  if (original) {
    report(
      `The data in ${dataDir} is a ${copy}, so a part of it may be missing or not fit the rest. npm run verify checks it.`,
    )
  }
  const leftSocketDir = await stopLeftover(cluster.folder)
  if (leftSocketDir) await removeSocketDir(leftSocketDir)

  const socketDir = await makeSocketDir(account)
  parts.defer(() => removeSocketDir(socketDir))
  const place = { account, cluster, socketDir, log: logOf(dataDir), isTemporary }
  const supervisor = await supervise(place, report).catch((cause: unknown) => {
    if (!original) throw cause
    const advice = 'Make another as docs/operating.md says under "Backups".'
    throw new StartFailure(`${explain(cause)} This is a ${copy}, and it is incomplete. ${advice}`, { cause })
  })
  parts.defer(supervisor.close)
  const connection = await handOver(cluster, socketDir)
  const kept = parts.move()
  return { connection, close: () => kept.disposeAsync() }
}

export async function removeEmbedded(dataDir: string, owner: string): Promise<boolean> {
  const claim = tryClaimDataDir(dataDir, owner)
  if (!claim) return false
  try {
    const cluster = await realpath(join(dataDir, 'postgres')).catch(() => null)
    if (cluster) {
      const leftSocketDir = await stopLeftover(cluster)
      if (leftSocketDir) await removeSocketDir(leftSocketDir)
      if (dirname(cluster) !== (await realpath(dataDir))) await rm(dirname(cluster), { recursive: true })
    }
    await rm(dataDir, { recursive: true })
    return true
  } finally {
    claim.release()
  }
}

export async function findRunning(dataDir: string): Promise<Connection | null> {
  const folder = join(dataDir, 'postgres')
  const running = await readPostmaster(folder)
  if (!running?.ready || !(await isPostmasterOf(running, folder))) return null
  const connection = connectTo({ folder, secret: await readSecret(folder) }, running.socketDir)
  return (await isWelcome(connection)) ? connection : null
}
