import { randomBytes } from 'node:crypto'
import { mkdtemp, open, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { diskFull, isFull, StartFailure, writeFailure } from '../start-failure.ts'
import { type Account, run } from './embedded-account.ts'

export const POSTGRES_MAJOR = '18'
const UNFINISHED = 'postgres.new-'

/** PostgreSQL's own folder, and the password of its only user. */
export type Cluster = { folder: string; secret: string }

/** Opens the cluster in the account's home, or makes it. Cut off half-way, it begins anew the next time. */
export async function openCluster(account: Account): Promise<Cluster> {
  const folder = join(account.home, 'postgres')
  const version = await readVersion(folder)
  if (version === null) await makeCluster(account, folder)
  else if (version !== POSTGRES_MAJOR) {
    throw new StartFailure(
      `The data in ${folder} was written by PostgreSQL ${version}, and this is ${POSTGRES_MAJOR}. Start the release that wrote it to get the data out, or set DATA_DIR to another folder.`,
    )
  }
  return { folder, secret: await readSecret(folder) }
}

export async function readSecret(folder: string): Promise<string> {
  try {
    return await readFile(join(folder, 'secret'), 'utf8')
  } catch (cause) {
    throw new StartFailure(
      `The database's password in ${join(folder, 'secret')} cannot be read. Start as the user who owns the data directory.`,
      { cause },
    )
  }
}

/** Null when there is no cluster yet. */
async function readVersion(folder: string): Promise<string | null> {
  try {
    const version = await readFile(join(folder, 'PG_VERSION'), 'utf8')
    return version.trim()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw new StartFailure(
      `The data in ${folder} cannot be read. Start as the user who owns it, or set DATA_DIR to another folder.`,
      { cause: error },
    )
  }
}

/** Made aside and put in place whole, the secret inside, so that there is never half a cluster nor one without it. */
async function makeCluster(account: Account, folder: string): Promise<void> {
  try {
    await removeUnfinished(account.home)
    const unfinished = await mkdtemp(join(account.home, UNFINISHED))
    await account.give(unfinished)
    const made = join(unfinished, 'postgres')
    const password = join(unfinished, 'secret')
    await writeFile(password, randomBytes(24).toString('base64url'), { mode: 0o600 })
    await account.give(password)
    await initialize(account, { folder: made, password })
    await rename(password, join(made, 'secret'))
    await rename(made, folder)
    await sync(account.home)
    await rmdir(unfinished)
  } catch (error) {
    await removeUnfinished(account.home)
    throw error instanceof StartFailure ? error : writeFailure(account.home, error)
  }
}

/** What a killed start was making may still be written to, so it is left alone if it does not go. */
async function removeUnfinished(home: string): Promise<void> {
  for (const name of (await readdir(home)).filter((entry) => entry.startsWith(UNFINISHED))) {
    await rm(join(home, name), { recursive: true, force: true }).catch(() => {})
  }
}

/** The builtin locale does not change with the machine's C library, and so never breaks an index. */
async function initialize(account: Account, { folder, password }: { folder: string; password: string }): Promise<void> {
  const { code, output } = await run(account, join(account.programs, 'initdb'), [
    `--pgdata=${folder}`,
    '--username=postgres',
    `--pwfile=${password}`,
    '--auth=scram-sha-256',
    // A new file of the log is filled with zeros while a commit waits: 2 ms for one of 1 MB, 50 for the usual 16.
    '--wal-segsize=1',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ])
  if (code === 0) return
  if (/no space left|quota exceeded/i.test(output) || isFull(account.home)) throw diskFull(account.home)
  const reason = output.match(/(?:error|fatal|panic): +(.*)/i)?.[1] ?? output
  throw new StartFailure(`PostgreSQL could not set up its data in ${account.home}: ${reason}.`)
}

/** Without it, a power cut could undo the renaming, and with it everything that was stored since. */
async function sync(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync()
  await handle.close()
}
