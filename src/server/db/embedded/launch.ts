import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { diskFull, isFull, StartFailure, writeFailure } from '../../base/start-failure.ts'
import type { Account } from './account.ts'
import type { Cluster } from './cluster.ts'
import { readPostmaster, stopPostmaster } from './postmaster.ts'
import { ensureSocketDir } from './socket.ts'

export type Place = { account: Account; cluster: Cluster; socketDir: string; log: string; isTemporary?: boolean }

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

export async function hasEnded(postmaster: ChildProcess): Promise<void> {
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
