import { execFile } from 'node:child_process'
import { readFile, rm, stat } from 'node:fs/promises'
import { platform } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { StartFailure } from '../start-failure.ts'

/** What a PostgreSQL server says of itself in its folder, for as long as it lives. */
export type Postmaster = { pid: number; socketDir: string; ready: boolean }

/** How to end it, and the seconds each way has: in good order, then without a checkpoint, at the very last by force. */
const WAYS_TO_STOP = [
  ['SIGINT', 20],
  ['SIGQUIT', 5],
  ['SIGKILL', 5],
] as const

type WaysToStop = readonly (readonly [NodeJS.Signals, number])[]

export async function readPostmaster(folder: string): Promise<Postmaster | null> {
  const file = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')
  const [pid, , , , socketDir, , , status] = file.split('\n')
  return pid ? { pid: Number(pid), socketDir: socketDir ?? '', ready: status?.trim() === 'ready' } : null
}

/**
 * A killed server leaves its PostgreSQL running, or, if the machine went down, files that PostgreSQL trips over when
 * another process has its number by then. Resolves to the folder of its socket. Throws a StartFailure, and leaves the
 * files alone, while a PostgreSQL still runs.
 */
export async function stopLeftover(folder: string, ways: WaysToStop = WAYS_TO_STOP): Promise<string | null> {
  const leftover = await readPostmaster(folder)
  if (!leftover) return null
  if (await isPostmasterOf(leftover.pid, folder)) await stopPostmaster(leftover.pid, ways)
  await rm(join(folder, 'postmaster.pid'), { force: true })
  // A file that was cut off names no folder.
  if (!isAbsolute(leftover.socketDir)) return null
  await rm(join(leftover.socketDir, '.s.PGSQL.5432'), { force: true })
  await rm(join(leftover.socketDir, '.s.PGSQL.5432.lock'), { force: true })
  return leftover.socketDir
}

/** Resolves when it is gone, and throws a StartFailure when it cannot be ended. */
export async function stopPostmaster(pid: number, ways: WaysToStop = WAYS_TO_STOP): Promise<void> {
  for (const [signal, seconds] of ways) {
    send(pid, signal)
    for (const end = Date.now() + seconds * 1000; Date.now() < end; await pause(10)) {
      if (!(await isAlive(pid))) return
    }
  }
  throw new StartFailure(`PostgreSQL, process ${pid}, does not end, not even by force. Its disk may not be answering.`)
}

/** False when there is no such process (any more). */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ESRCH') return false
    throw new StartFailure(
      `A PostgreSQL that an earlier start left, process ${pid}, belongs to another user. Stop it as that user, then start again.`,
      { cause },
    )
  }
}

/** One that ended and whose new parent has not noticed still has its number. */
async function isAlive(pid: number): Promise<boolean> {
  if (!send(pid, 0)) return false
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return !/\) Z /.test(status)
}

/** The number may belong to another process by now. PostgreSQL works in its folder, wherever that has been moved to. */
async function isPostmasterOf(pid: number, folder: string): Promise<boolean> {
  if (!(await commandOf(pid)).endsWith('postgres')) return false
  const cwd = await stat(`/proc/${pid}/cwd`).catch(() => null)
  const own = await stat(folder)
  // Some containers do not let root look: then it is a PostgreSQL with the number in our file, which is ours.
  return cwd === null || (cwd.ino === own.ino && cwd.dev === own.dev)
}

async function commandOf(pid: number): Promise<string> {
  if (platform() === 'linux') {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    return command.split('\0')[0] ?? ''
  }
  const { stdout } = await promisify(execFile)('ps', ['-o', 'comm=', '-p', String(pid)]).catch(() => ({ stdout: '' }))
  return stdout.trim()
}
