import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { StartFailure } from '../base/start-failure.ts'
import { type Connection, isDuplicateTable, isForbidden, isLockTimeout } from './client.ts'
import { type Queryable, transact, type Transaction } from './query.ts'
import { onOwnClient } from './pool.ts'

/** Every sign-up waits behind a migration that waits for a table's lock. */
const LOCK_TIMEOUT = '1s'

const PAUSE_MS = 500

const LEDGER_PAUSE_MS = 100

const PATIENCE_MS = 5 * 60_000

/** A second process waits for the first. See docs/decisions/0058-migrations-beside-a-running-server.md. */
export async function migrate(connection: Connection, { until = Infinity } = {}): Promise<void> {
  const migrations = (await findMigrations()).filter(({ version }) => version <= until)
  await onOwnClient(connection, (client) => bringUpToDate(client).catch((error) => explainFailure(client, error)))

  async function bringUpToDate(client: pg.Client): Promise<void> {
    await createLedger(client).catch(() => createLedger(client))
    const end = Date.now() + PATIENCE_MS
    let isDone = false
    while (!isDone) {
      isDone = await applyNext(client, { connection, migrations }).catch(stepBack)
      if (!isDone && Date.now() > end) throw tooBusy()
    }
  }
}

export async function migrateWithin(tx: Transaction, { until = Infinity } = {}): Promise<void> {
  await createLedger(tx)
  const migrations = (await findMigrations()).filter(({ version }) => version <= until)
  for (;;) {
    const next = findNext(migrations, (await readApplied(tx)).applied)
    if (!next) return
    await tx.query((await readFile(next.file, 'utf8')).replaceAll(/\bindex concurrently\b/g, 'index'))
    await recordMigration(tx, next)
  }
}

/** For work that two servers must not do at the same time. Migrate the database first. */
export function oneAtATime<Result>(connection: Connection, work: () => Promise<Result>): Promise<Result> {
  return onOwnClient(connection, (client) =>
    withLedger(client, async (tx) => {
      await tx.query('set local idle_in_transaction_session_timeout = 0')
      return work()
    }).catch((error) => explainRights(client, error)),
  )
}

function applyNext(
  client: pg.Client,
  { connection, migrations }: { connection: Connection; migrations: Migration[] },
): Promise<boolean> {
  return withLedger(client, async (tx) => {
    await tx.query(`set local lock_timeout = '${LOCK_TIMEOUT}'; set local idle_in_transaction_session_timeout = 0`)
    const { applied, version } = await readApplied(tx)
    const newest = migrations.at(-1)?.version ?? 0
    if (version > newest) {
      throw new StartFailure(
        `The database is at version ${version}, this program knows ${newest}. Start a newer version of it.${await describeJoinsSince(tx, newest)}`,
      )
    }
    const next = findNext(migrations, applied)
    if (!next) return true
    await (isConcurrent(next) ? applyConcurrently(connection, next) : tx.query(await readFile(next.file, 'utf8')))
    await recordMigration(tx, next)
    return false
  })
}

/** Empty if the query fails on newer tables: then the transaction is aborted. */
async function describeJoinsSince(tx: Transaction, version: number): Promise<string> {
  const { rows } = await tx
    .query<{ since: Date; people: number }>(
      `select min(applied_at) as since,
        (select count(*)::int from waitlist_entries where erased_at is null and created_at >= min(applied_at)) as people
      from schema_migrations where version > $1`,
      [version],
    )
    .catch(() => ({ rows: [] }))
  if (!rows[0]) return ''
  const { since, people } = rows[0]
  return ` A newer one changed it at ${since.toISOString()}, and a backup from before that does not have the ${people.toLocaleString('en')} people who have joined since. To go back to it, export them with the newer version first.`
}

async function recordMigration(tx: Transaction, { version, name }: Migration): Promise<void> {
  await tx.query('insert into schema_migrations (version, name) values ($1, $2)', [version, name])
}

async function readApplied(tx: Transaction): Promise<{ applied: Set<number>; version: number }> {
  const { rows } = await tx.query<{ version: number; name: string | null }>(
    // The ledgers of the oldest lists have no names.
    `select version, to_jsonb(m) ->> 'name' as name from schema_migrations m order by version`,
  )
  const { version } = rows.at(-1)!
  requireUpgradable(version)
  const names = new Map((await findMigrations()).map(({ version, name }) => [version, name]))
  const other = rows.find(
    ({ version, name }) => version > FIRST_VERSION && names.has(version) && names.get(version) !== name,
  )
  if (other) {
    throw new StartFailure(
      `Migration ${other.version} of the database is ${other.name}, and that of this program is ${names.get(other.version)}. They come from different programs. Start the one that this database belongs to, or give this one another database.`,
    )
  }
  return { applied: new Set(rows.map((row) => row.version)), version }
}

export function requireUpgradable(version: number): void {
  if (version === 0 || version >= FIRST_VERSION) return
  throw new StartFailure(
    `The tables of this list are of version ${version}, from before Firstchair 1.0. Start Firstchair 1.0 once with it, then this one again.`,
  )
}

function applyConcurrently(connection: Connection, { file }: Migration): Promise<void> {
  return onOwnClient(connection, async (client) => {
    const sql = (await readFile(file, 'utf8')).replaceAll(/--.*$/gm, '')
    for (const statement of sql.split(';').filter((part) => part.trim())) await client.query(statement)
  })
}

function isConcurrent({ file }: Migration): boolean {
  return file.pathname.endsWith('.concurrent.sql')
}

async function stepBack(error: unknown): Promise<false> {
  if (!isLockTimeout(error)) throw error
  await sleep(PAUSE_MS)
  return false
}

function tooBusy(): StartFailure {
  return new StartFailure(
    'Another program has held a lock on the tables of the waitlist for five minutes. End its transaction, then start again.',
  )
}

export async function requireMigrated(db: Queryable): Promise<void> {
  const [newest, applied] = await Promise.all([newestVersion(), readVersionIfAny(db)])
  if (applied === newest) return
  const remedy = applied > newest ? 'Use the tools of the newer program' : 'Start the server of the same version first'
  throw new StartFailure(`The database is at version ${applied}, this program at ${newest}. ${remedy}.`)
}

export async function isMigrated(db: Queryable): Promise<boolean> {
  return (await readVersion(db)) >= (await newestVersion())
}

export async function readVersionIfAny(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ ledger: string | null }>(`select to_regclass('schema_migrations') as ledger`)
  return rows[0]?.ledger ? readVersion(db) : 0
}

async function createLedger(client: pg.ClientBase): Promise<void> {
  await client.query(
    `create table if not exists schema_migrations (
      version integer primary key, name text, applied_at timestamptz not null default now())`,
  )
  await client.query('insert into schema_migrations (version) values (0) on conflict do nothing')
}

/**
 * Polls for the ledger's lock, each time in a new transaction: its owner may run `create index concurrently`, which
 * waits for every transaction with an older snapshot, and so would deadlock with one that blocks.
 */
async function withLedger<Result>(client: pg.Client, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  const lock = 'select from schema_migrations where version = 0 for update skip locked'
  for (;;) {
    const done = await transact(client, async (tx) => {
      const isOurs = (await tx.query(lock)).rowCount === 1
      return isOurs ? { result: await work(tx) } : null
    })
    if (done) return done.result
    await sleep(LEDGER_PAUSE_MS)
  }
}

export async function readVersion(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ version: number }>('select max(version) as version from schema_migrations')
  return rows[0]?.version ?? 0
}

async function explainFailure(client: pg.Client, cause: unknown): Promise<never> {
  if (!isDuplicateTable(cause)) return explainRights(client, cause)
  const { message } = cause as Error
  throw new StartFailure(`Another program uses this database (${message}). Give Firstchair one of its own.`, { cause })
}

/** Since PostgreSQL 15, a role may not create tables in a database that it does not own. */
export async function explainRights(client: pg.Client, cause: unknown): Promise<never> {
  if (!isForbidden(cause)) throw cause
  const { rows } = await client.query<{ user: string; remedy: string }>(
    `select current_user as user, format('alter database %I owner to %I', current_database(), current_user) as remedy`,
  )
  const { user, remedy } = rows[0]!
  throw new StartFailure(
    `PostgreSQL does not let the role ${user} set up the database (${(cause as Error).message}). As an administrator of PostgreSQL, make it the owner: ${remedy}`,
    { cause },
  )
}

const FOLDER = new URL('./migrations/', import.meta.url)

const DROP_TABLES = /^drop table (?:if exists )?([\w, ]+)/gm
const CREATE_TABLE = /^create (?:unlogged )?table (?:if not exists )?(\w+)/gm

/** A list of version 1.0. */
export const FIRST_VERSION = 78

/** `makes`: the whole list, on an empty database; `changes`: the list of an earlier version. */
type Migration = { version: number; name: string; file: URL; does: 'makes' | 'changes' }

function findNext(migrations: Migration[], applied: Set<number>): Migration | undefined {
  const isEmpty = Math.max(...applied) === 0
  if (isEmpty) return migrations.findLast(({ does }) => does === 'makes')
  return migrations.find(({ does, version }) => does === 'changes' && !applied.has(version))
}

export async function newestVersion(): Promise<number> {
  return (await findMigrations()).at(-1)?.version ?? 0
}

export async function tablesOfMigrations({ withDropped = false } = {}): Promise<string[]> {
  const scripts = await Promise.all((await findMigrations()).map(({ file }) => readFile(file, 'utf8')))
  const made = scripts.flatMap((script) => [...script.matchAll(CREATE_TABLE)].map(([, name]) => name!))
  const dropped = scripts.flatMap((script) =>
    [...script.matchAll(DROP_TABLES)].flatMap(([, names]) => names!.split(', ')),
  )
  return [...new Set(made)].filter((name) => withDropped || !dropped.includes(name))
}

async function findMigrations(): Promise<Migration[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
  return names.map((name) => ({
    version: Number.parseInt(name, 10),
    name: name.replace(/(\.concurrent|\.from-\d+)?\.sql$/, ''),
    file: new URL(name, FOLDER),
    does: /-version-[\d.]+\.sql$/.test(name) ? 'makes' : 'changes',
  }))
}
