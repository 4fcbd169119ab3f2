import { createHmac, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, open, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { diskFull, isFull, StartFailure, writeFailure } from '../../base/start-failure.ts'
import { type Account, run } from './account.ts'
import { type Connection, isRefusedLogin } from '../client.ts'
import { findColumn, transact } from '../query.ts'
import { onOwnClient } from '../pool.ts'

export const POSTGRES_MAJOR = '18'
const UNFINISHED = 'postgres.new-'

export type Cluster = { folder: string; secret: string }

export function logOf(dataDir: string): string {
  return join(dataDir, 'postgres.log')
}

export async function openCluster(account: Account, dataDir = account.home): Promise<Cluster> {
  const folder = join(account.home, 'postgres')
  const names = await list(folder)
  const traces = [names && folder, existsSync(logOf(dataDir)) && logOf(dataDir)].filter(Boolean)
  if (names && names.length > 0) await requireVersion(folder)
  else if (traces.length === 0) await makeCluster(account, folder)
  else {
    const state = names ? 'empty' : 'gone, though a list was kept in it'
    throw new StartFailure(
      `The database of ${dataDir} is missing: ${folder} is ${state}. Mount the disk that it is on, or bring the folder back from a backup. To begin a new list on purpose, remove ${traces.join(' and ')}.`,
    )
  }
  return { folder, secret: await readSecret(folder) }
}

async function list(folder: string): Promise<string[] | null> {
  try {
    return await readdir(folder)
  } catch (cause) {
    if (isMissing(cause)) return null
    throw unreadable(folder, cause)
  }
}

async function requireVersion(folder: string): Promise<void> {
  const version = await readPart(folder, 'PG_VERSION')
  if (version.trim() === POSTGRES_MAJOR) return
  throw new StartFailure(
    `The data in ${folder} was written by PostgreSQL ${version.trim()}, and this is ${POSTGRES_MAJOR}. Start the release that wrote it to get the data out, or set DATA_DIR to another folder.`,
  )
}

export function readSecret(folder: string): Promise<string> {
  return readPart(folder, 'secret')
}

async function readPart(folder: string, name: string): Promise<string> {
  try {
    return await readFile(join(folder, name), 'utf8')
  } catch (cause) {
    if (!isMissing(cause)) throw unreadable(join(folder, name), cause)
    throw new StartFailure(
      `The database in ${folder} is incomplete: its file ${name} is missing. Bring the folder back from a backup, or set DATA_DIR to another folder.`,
      { cause },
    )
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

function unreadable(path: string, cause: unknown): StartFailure {
  return new StartFailure(
    `The data in ${path} cannot be read. Start as the user who owns it, or set DATA_DIR to another folder.`,
    { cause },
  )
}

/** Renamed at the end: a partial cluster, or one without a secret, never has the final name. */
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

async function removeUnfinished(home: string): Promise<void> {
  for (const name of (await readdir(home)).filter((entry) => entry.startsWith(UNFINISHED))) {
    await rm(join(home, name), { recursive: true, force: true }).catch(() => {})
  }
}

/** The builtin locale outlives updates of the C library, which could break indexes. */
async function initialize(account: Account, { folder, password }: { folder: string; password: string }): Promise<void> {
  const { code, output } = await run(account, join(account.programs, 'initdb'), [
    `--pgdata=${folder}`,
    '--username=postgres',
    `--pwfile=${password}`,
    '--auth=scram-sha-256',
    // New log files are filled with zeros while a commit waits: 2 ms for 1 MB, 50 ms for the usual 16 MB.
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

async function sync(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync()
  await handle.close()
}

const ROLE = 'firstchair'

export const SUPERUSER = 'postgres'

/** Earlier versions connected as the superuser. */
const LEFT_TO_HAND_OVER = `
  with mine as (select oid, nspname, nspowner from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'),
    left_alone as (select classid, objid from pg_depend where deptype = 'e'),
    found (kind, name, owner, classid, objid) as (
      select 'database', quote_ident(datname), datdba, 'pg_database'::regclass, oid from pg_database where datname = current_database()
      union all
      select 'schema', quote_ident(nspname), nspowner, 'pg_namespace'::regclass, oid from mine
      union all
      select case when relkind = 'c' then 'type' else 'table' end, pg_class.oid::regclass::text, relowner, 'pg_class'::regclass, pg_class.oid
      from pg_class join mine on mine.oid = relnamespace
      -- The sequence of a column changes its owner together with the table.
      where relkind in ('r', 'p', 'v', 'm', 'f', 'c') or relkind = 'S' and not exists (
        select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype in ('a', 'i'))
      union all
      select 'routine', pg_proc.oid::regprocedure::text, proowner, 'pg_proc'::regclass, pg_proc.oid
      from pg_proc join mine on mine.oid = pronamespace
      union all
      select 'type', pg_type.oid::regtype::text, typowner, 'pg_type'::regclass, pg_type.oid
      from pg_type join mine on mine.oid = typnamespace where typtype in ('d', 'e', 'r')
    )
  select format('alter %s %s owner to ${ROLE}', kind, name) as statement from found
  where owner = '${SUPERUSER}'::regrole and not exists (
    select from left_alone where left_alone.classid = found.classid and left_alone.objid = found.objid)`

/** The secret cannot be derived from the password. */
export function connectTo({ secret }: Cluster, socketDir: string): Connection {
  const password = createHmac('sha256', secret).update(ROLE).digest('base64url')
  return { host: socketDir, port: 5432, user: ROLE, password, database: 'postgres' }
}

export async function handOver(cluster: Cluster, socketDir: string): Promise<Connection> {
  const connection = connectTo(cluster, socketDir)
  await onOwnClient({ ...connection, user: SUPERUSER, password: cluster.secret }, (client) =>
    transact(client, async (tx) => {
      const { rowCount } = await tx.query('select from pg_roles where rolname = $1', [ROLE])
      if (rowCount === 0) await tx.query(`create role ${ROLE} login password '${String(connection.password)}'`)
      const statements = await findColumn<string>(tx, LEFT_TO_HAND_OVER)
      if (statements.length > 0) await tx.query(statements.join(';'))
    }),
  )
  return connection
}

export async function isWelcome(connection: Connection): Promise<boolean> {
  return onOwnClient(connection, async () => true).catch((error: unknown) => {
    if (isRefusedLogin(error)) return false
    throw error
  })
}
