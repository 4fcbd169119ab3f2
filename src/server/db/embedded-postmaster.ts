import { execFile } from 'node:child_process'
import { readFile, rm, stat } from 'node:fs/promises'
import { platform } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

/** What a PostgreSQL server says of itself in its folder, for as long as it lives. */
export type Postmaster = { pid: number; socketDir: string; ready: boolean }

export async function readPostmaster(folder: string): Promise<Postmaster | null> {
  const file = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')
  const [pid, , , , socketDir, , , status] = file.split('\n')
  return pid ? { pid: Number(pid), socketDir: socketDir ?? '', ready: status?.trim() === 'ready' } : null
}

/**
 * A killed server leaves its PostgreSQL running, or, if the machine went down, files that PostgreSQL trips over when
 * another process has its number by then. Resolves to the folder of its socket.
 */
export async function stopLeftover(folder: string): Promise<string | null> {
  const leftover = await readPostmaster(folder)
  if (!leftover) return null
  if (await isPostmasterOf(leftover.pid, folder)) await stopPostmaster(leftover.pid)
  await rm(join(folder, 'postmaster.pid'), { force: true })
  await rm(join(leftover.socketDir, '.s.PGSQL.5432'), { force: true })
  await rm(join(leftover.socketDir, '.s.PGSQL.5432.lock'), { force: true })
  return leftover.socketDir
}

/** Ends it in good order; if that takes too long, without a checkpoint; at the very last, by force. */
export async function stopPostmaster(pid: number): Promise<void> {
  for (const [signal, seconds] of [
    ['SIGINT', 20],
    ['SIGQUIT', 5],
    ['SIGKILL', 5],
  ] as const) {
    if (!send(pid, signal)) return
    for (const end = Date.now() + seconds * 1000; Date.now() < end;) {
      if (!(await isAlive(pid))) return
      await pause(10)
    }
  }
}

/** False when there is no such process (any more). */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
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
