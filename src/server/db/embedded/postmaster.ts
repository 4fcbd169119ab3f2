import { execFile } from 'node:child_process'
import { readFile, realpath, rm, stat } from 'node:fs/promises'
import { platform } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { StartFailure } from '../../base/start-failure.ts'

type Postmaster = { pid: number; folder: string; socketDir: string; ready: boolean }

const WAYS_TO_STOP = [
  ['SIGINT', 20],
  ['SIGQUIT', 5],
  ['SIGKILL', 5],
] as const

type WaysToStop = readonly (readonly [NodeJS.Signals, number])[]

export async function readPostmaster(folder: string): Promise<Postmaster | null> {
  const file = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')
  const [pid, path = '', , , socketDir = '', , , status] = file.split('\n')
  return pid ? { pid: Number(pid), folder: path, socketDir, ready: status?.trim() === 'ready' } : null
}

/** In a copy that was made while PostgreSQL ran, the files name the original's server and socket. */
export async function findOriginal(folder: string): Promise<string | null> {
  const found = await readPostmaster(folder)
  if (!found) return null
  const workplace = (await isPostgres(found.pid)) ? await workplaceOf(found.pid) : null
  if (workplace && (await isSame(workplace, folder)) === false) {
    const running = await readPostmaster(workplace)
    if (running?.socketDir === found.socketDir) return realpath(workplace).catch(() => found.folder)
  }
  return (await isSame(found.folder, folder)) === false ? found.folder : null
}

/**
 * Ends the PostgreSQL that a killed server left running, and removes its files. After a crash of the machine only the
 * files remain, and PostgreSQL would not start if another process now has the process id in them. Resolves to the
 * folder of the socket that it removed, or null. Throws a StartFailure, and leaves the files alone, if that PostgreSQL
 * cannot be stopped. In a copy, the original's process and socket are not touched.
 */
export async function stopLeftover(folder: string, ways: WaysToStop = WAYS_TO_STOP): Promise<string | null> {
  const leftover = await readPostmaster(folder)
  if (!leftover) return null
  const isOurs = (await findOriginal(folder)) === null
  if (isOurs && (await isPostmasterOf(leftover, folder))) await stopPostmaster(leftover.pid, ways)
  await rm(join(folder, 'postmaster.pid'), { force: true })
  return isOurs && (await removeSocket(leftover)) ? leftover.socketDir : null
}

async function removeSocket({ pid, socketDir }: Postmaster): Promise<boolean> {
  if (!isAbsolute(socketDir)) return false
  const lock = join(socketDir, '.s.PGSQL.5432.lock')
  const owner = await readFile(lock, 'utf8').catch(() => '')
  if (owner && Number.parseInt(owner, 10) !== pid) return false
  await rm(join(socketDir, '.s.PGSQL.5432'), { force: true })
  await rm(lock, { force: true })
  return true
}

export async function stopPostmaster(pid: number, ways: WaysToStop = WAYS_TO_STOP): Promise<void> {
  for (const [signal, seconds] of ways) {
    send(pid, signal)
    for (const end = Date.now() + seconds * 1000; Date.now() < end; await pause(10)) {
      if (!(await isAlive(pid))) return
    }
  }
  throw new StartFailure(`PostgreSQL, process ${pid}, does not end, not even by force. Its disk may not be answering.`)
}

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

/** A zombie keeps its process id until its new parent reaps it. */
async function isAlive(pid: number): Promise<boolean> {
  if (!send(pid, 0)) return false
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return !/\) Z /.test(status)
}

/**
 * Compares working folders, because another process may have this id now. PostgreSQL's is its data folder, even after a
 * move.
 */
export async function isPostmasterOf(found: Postmaster, folder: string): Promise<boolean> {
  if (!(await isPostgres(found.pid))) return false
  const works = await isSame(await workplaceOf(found.pid), folder)
  if (works !== null) return works
  if (await isSame(found.folder, folder)) return true
  throw new StartFailure(
    `The data in ${folder} may be in use by PostgreSQL, process ${found.pid}, and this user cannot see whether it is. Stop that process; or, if this is a copy of other data, remove ${join(folder, 'postmaster.pid')}. Then start again.`,
  )
}

async function workplaceOf(pid: number): Promise<string | null> {
  if (platform() === 'linux') return `/proc/${pid}/cwd`
  const { stdout } = await output('lsof', ['-a', '-d', 'cwd', '-p', String(pid), '-Fn'])
  return /^n(.*)/m.exec(stdout)?.[1] ?? null
}

async function isSame(one: string | null, other: string): Promise<boolean | null> {
  const [first, second] = await Promise.all([one === null ? null : stat(one).catch(() => null), stat(other)])
  return first && first.ino === second.ino && first.dev === second.dev
}

async function isPostgres(pid: number): Promise<boolean> {
  return (await commandOf(pid)).endsWith('postgres')
}

async function commandOf(pid: number): Promise<string> {
  if (platform() === 'linux') {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    return command.split('\0')[0] ?? ''
  }
  const { stdout } = await output('ps', ['-o', 'comm=', '-p', String(pid)])
  return stdout.trim()
}

function output(program: string, args: string[]): Promise<{ stdout: string }> {
  return promisify(execFile)(program, args).catch(() => ({ stdout: '' }))
}
