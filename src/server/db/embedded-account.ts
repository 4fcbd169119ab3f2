import { spawn, type StdioOptions } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chown, lstat, mkdir, readlink, realpath, symlink } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { StartFailure } from '../start-failure.ts'
import { type Binaries, copyBinaries } from './embedded-binaries.ts'

/**
 * PostgreSQL refuses to run as root, and for a user without a name. So it runs
 * - `direct`: as the user who started the server;
 * - `namespace`: in a user namespace where that user is called nobody; the files stay that user's;
 * - `nobody`: as the real nobody, with programs and data in a place that nobody can reach.
 */
export type Way = 'direct' | 'namespace' | 'nobody'

/** Who PostgreSQL runs as. `home` is the folder that holds the cluster. */
export type Account = {
  way: Way
  home: string
  programs: string
  spawn(program: string, args: string[], options: { stdio: StdioOptions; detached?: boolean }): ReturnType<typeof spawn>
  /** Gives the account a file or folder that this process made. */
  give(path: string): Promise<void>
}

export type AccountOptions = { ways?: Way[]; shelter?: string }

const NOBODY = 65_534
/** Not the server's own environment: LANG, PGPORT and the like would leak into the database. */
const ENVIRONMENT = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' }

/** The first way that works here. Data that exists already decides: it has an owner. */
export async function chooseAccount({
  dataDir,
  binaries,
  ways = waysOf(process.getuid?.()),
  shelter = '/var/lib/firstchair',
}: AccountOptions & { dataDir: string; binaries: Binaries }): Promise<Account> {
  const existing = await lstat(join(dataDir, 'postgres')).catch(() => null)
  const owner = existing?.uid ?? process.getuid?.()
  if (owner !== process.getuid?.()) {
    throw new StartFailure(`The database in ${dataDir} belongs to user ${owner}. Start the server as that user.`)
  }
  const possible = ways.filter((way) => !existing || existing.isSymbolicLink() === (way === 'nobody'))
  const refusals: string[] = []
  for (const way of possible) {
    const account = way === 'nobody' ? await nobody({ dataDir, binaries, shelter }) : here({ way, dataDir, binaries })
    const refusal = await tryOut(account)
    if (refusal === null) return account
    refusals.push(refusal)
  }
  throw new StartFailure(whyNoWay({ dataDir, linked: existing?.isSymbolicLink() ?? false, refusals }))
}

/** Runs a program to its end. */
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
  const link = join(dataDir, 'postgres')
  const id = createHash('sha256')
    .update(await realpath(dataDir))
    .digest('hex')
    .slice(0, 12)
  const cluster = await readlink(link).catch(() => join(shelter, id, 'postgres'))
  const home = dirname(cluster)
  await mkdir(shelter, { recursive: true, mode: 0o755 })
  await mkdir(home, { recursive: true, mode: 0o700 })
  await chown(home, NOBODY, NOBODY)
  await symlink(cluster, link).catch(ignoreExisting)
  const programs = join(await copyBinaries(binaries, shelter), 'bin')
  return {
    way: 'nobody',
    home,
    programs,
    spawn: (program, args, options) =>
      spawn(program, args, { ...options, cwd: '/', env: ENVIRONMENT, uid: NOBODY, gid: NOBODY }),
    give: (path) => chown(path, NOBODY, NOBODY),
  }
}

/** Null when the account can run the programs and write its home, else what was in the way. */
async function tryOut(account: Account): Promise<string | null> {
  const script = 'test -w "$1" || { echo "$1 is not writable" >&2; exit 1; }; exec "$0" --version'
  const postgres = join(account.programs, 'postgres')
  const { code, output } = await run(account, 'sh', ['-c', script, postgres, account.home]).catch((error: Error) => ({
    code: 1,
    output: error.message,
  }))
  return code === 0 ? null : output
}

function whyNoWay({ dataDir, linked, refusals }: { dataDir: string; linked: boolean; refusals: string[] }): string {
  const instead = 'or set DATABASE_URL to a PostgreSQL of your own.'
  const isRoot = process.getuid?.() === 0
  if (linked && !isRoot) return `The database of ${dataDir} was made by root: start the server as root, ${instead}`
  const reason = refusals.length > 0 ? ` (${refusals.join('; ')})` : ''
  if (isRoot) {
    return `PostgreSQL refuses to run as root, and this machine lets it run as nobody else${reason}. Start the server as the user who owns ${dataDir}, ${instead}`
  }
  if (!hasName()) {
    return `PostgreSQL needs a user with a name, and user ${process.getuid?.()} has none here${reason}. Start the server as a named user, ${instead}`
  }
  return `The embedded PostgreSQL does not run here${reason}. Please see to that, ${instead}`
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}
