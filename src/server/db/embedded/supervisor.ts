import type { ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { limitLines } from '../../base/limit-lines.ts'
import { explain, diskFull, isFull, StartFailure, writeFailure } from '../../base/start-failure.ts'
import { stopLeftover, readPostmaster, stopPostmaster } from './postmaster.ts'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import type { Account } from './account.ts'
import type { Cluster } from './cluster.ts'
import { lstat, mkdir, mkdtemp, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'

const RESTART_PAUSE = { first: 100, longest: 5_000 }

type Supervisor = { close(): Promise<void> }

export async function supervise(place: Place, report: (sentence: string) => void): Promise<Supervisor> {
  let postmaster = await launchFirst(place)
  let closing = false
  const abandon = () => void postmaster.kill('SIGQUIT')
  process.once('exit', abandon)

  const ended = watch()
  return {
    async close() {
      closing = true
      await stop(postmaster)
      await ended
      process.off('exit', abandon)
    },
  }

  async function watch(): Promise<void> {
    await hasEnded(postmaster)
    if (closing) return
    report('PostgreSQL stopped by itself and is being started again')
    await relaunch()
    if (closing) return stop(postmaster)
    report('PostgreSQL is running again')
    return watch()
  }

  async function relaunch(): Promise<void> {
    const lines = limitLines({ most: 1, sumUp: (more) => report(`PostgreSQL could not be started ${more} more times`) })
    for (let wait = RESTART_PAUSE.first; !closing; wait = Math.min(2 * wait, RESTART_PAUSE.longest)) {
      await pause(wait)
      try {
        await stopLeftover(place.cluster.folder)
        postmaster = await launch(place)
        return lines.end()
      } catch (error) {
        lines.write(() => report(explain(error)))
      }
    }
  }
}

/** The processes of a killed PostgreSQL keep its shared memory for a moment. */
async function launchFirst(place: Place): Promise<ChildProcess> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await launch(place)
    } catch (error) {
      if (attempt === 20 || !explain(error).includes('still in use')) throw error
      await pause(250)
    }
  }
}

type Place = { account: Account; cluster: Cluster; socketDir: string; log: string; isTemporary?: boolean }

const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  shared_buffers: '128MB',
  // With log files of 1 MB, the defaults would cause a checkpoint every few seconds in a crowd.
  min_wal_size: '256MB',
  max_wal_size: '1GB',
  max_logical_replication_workers: '0',
  io_method: 'sync',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // They quote people's emails.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_statement: 'none',
  log_duration: 'off',
  log_min_duration_statement: '-1',
  log_min_duration_sample: '-1',
  log_transaction_sample_rate: '0',
}
const TEMPORARY = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
}
const LOG_LIMIT = 4 * 1024 * 1024

export async function launch({ account, cluster, socketDir, log, isTemporary }: Place): Promise<ChildProcess> {
  await ensureSocketDir(socketDir, account)
  const settings = Object.entries({
    ...SETTINGS,
    ...(isTemporary && TEMPORARY),
    unix_socket_directories: socketDir,
  })
  const { file, size } = openLog(log)
  const postmaster = account.spawn(
    join(account.programs, 'postgres'),
    ['-D', cluster.folder, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    // In a group of its own, Ctrl-C does not stop PostgreSQL before the server has answered its last request.
    { stdio: ['ignore', file, file], detached: true },
  )
  closeSync(file)
  await once(postmaster, 'spawn')
  while (isRunning(postmaster)) {
    const state = await readPostmaster(cluster.folder)
    if (state?.pid === postmaster.pid && state?.ready) return postmaster
    await pause(10)
  }
  throw whyNotLaunched({ folder: cluster.folder, log, said: readFileSync(log).subarray(size).toString() })
}

export async function stop(postmaster: ChildProcess): Promise<void> {
  if (isRunning(postmaster)) await stopPostmaster(postmaster.pid!)
}

async function hasEnded(postmaster: ChildProcess): Promise<void> {
  if (isRunning(postmaster)) await once(postmaster, 'exit')
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null
}

function openLog(log: string): { file: number; size: number } {
  try {
    const file = openSync(log, 'a', 0o600)
    if (statSync(log).size > LOG_LIMIT) truncateSync(log)
    return { file, size: statSync(log).size }
  } catch (error) {
    throw writeFailure(log, error)
  }
}

function whyNotLaunched({ folder, log, said }: { folder: string; log: string; said: string }): StartFailure {
  if (/no space left|quota exceeded/i.test(said) || isFull(folder)) return diskFull(folder)
  const reason = said.match(/(?:FATAL|PANIC|ERROR): +(.*)/)?.[1] ?? said.trim().split('\n').at(-1)
  return new StartFailure(`PostgreSQL did not start on ${folder}: ${reason || 'it gave no reason'}. Its log is ${log}.`)
}

type Owner = Pick<Account, 'uid' | 'give'>

/** In the system's folder for temporary files, because a socket's path is limited to 107 bytes. */
export async function makeSocketDir(owner: Owner): Promise<string> {
  const parent = tmpdir().length > 60 ? '/tmp' : tmpdir()
  try {
    const folder = await mkdtemp(join(parent, 'firstchair-'))
    await owner.give(folder)
    return folder
  } catch (error) {
    throw writeFailure(parent, error)
  }
}

/** A clean-up of temporary files may have removed the folder. */
export async function ensureSocketDir(folder: string, owner: Owner): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 })
    await owner.give(folder)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    const found = await lstat(folder)
    if (found.isDirectory() && found.uid === owner.uid && (found.mode & 0o777) === 0o700) return
    throw new StartFailure(
      `The folder of PostgreSQL's socket, ${folder}, is open to other users of this machine. Remove it, then start again.`,
    )
  }
}

export async function removeSocketDir(folder: string): Promise<void> {
  await rmdir(folder).catch(() => {})
}
