import { randomBytes } from 'node:crypto'
import { open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { diskFull, isFull, StartFailure, writeFailure } from '../start-failure.ts'
import { type Account, run } from './embedded-account.ts'

export const POSTGRES_MAJOR = '18'

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

/** The secret is inside from the start, so that the two are never apart. */
async function makeCluster(account: Account, folder: string): Promise<void> {
  const unfinished = `${folder}.new`
  const password = `${folder}.password`
  const secret = randomBytes(24).toString('base64url')
  try {
    await rm(unfinished, { recursive: true, force: true })
    await rm(password, { force: true })
    await writeFile(password, secret, { mode: 0o600 })
    await account.give(password)
    await initialize(account, { folder: unfinished, password })
    await rename(password, join(unfinished, 'secret'))
    await rename(unfinished, folder)
    await sync(account.home)
  } catch (error) {
    throw error instanceof StartFailure ? error : writeFailure(account.home, error)
  }
}

/** The builtin locale does not change with the machine's C library, and so never breaks an index. */
async function initialize(account: Account, { folder, password }: { folder: string; password: string }): Promise<void> {
  const { code, output } = await run(account, join(account.programs, 'initdb'), [
    `--pgdata=${folder}`,
    '--username=postgres',
    `--pwfile=${password}`,
    '--auth=scram-sha-256',
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
