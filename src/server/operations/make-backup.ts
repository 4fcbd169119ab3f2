import { randomBytes } from 'node:crypto'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { DAY_MS } from '#shared/values/durations.ts'
import { Client, type Connection } from '../db/client.ts'
import { makeFolder } from '../db/data-directory.ts'
import { insertSetting, readSetting } from '../db/settings.ts'
import { createJournal } from './erasing/journal.ts'
import { createRest, withRests } from '../base/rest.ts'
import { freeBytes, isFull, StartFailure, writeFailure } from '../base/start-failure.ts'
import { writeFile } from './backup-files.ts'
import type { Result } from './backups.ts'
import { checkFolder, noteUnfinished, removeCheck } from './work-folder.ts'
import { to as copyTo } from 'pg-copy-streams'
import { readVersion, tablesOfMigrations } from '../db/migrate.ts'
import { readCalendar } from '../listing/sql/read-tally.ts'
import { END_OF_ROWS, formatHead, formatTail, type Head } from './format.ts'
import { LEFT_OUT, readTables, type Table } from './tables.ts'
import { findValue } from '../db/query.ts'
import { onOwnClient } from '../db/pool.ts'
import { openDatabase } from '../db/opening/database.ts'
import { restoreBackup } from './restore-backup.ts'

/** Two weeks of nights. */
const KEPT = 14
const UNCHECKED = '.unchecked'
const NAME = /^firstchair-\d{4}-\d\d-\d\dT\d{6}\.\d{3}Z-([0-9a-f]{8})\.sql\.zst(?:\.age)?$/
const LIST_ID = 'list-id'

/**
 * Reading keeps two processors busy: one of them runs the list's own PostgreSQL, where it competes with people who
 * join.
 */
const REST_TIMES = 32

type Options = {
  folder: string
  dataDir: string
  passphrase: string | null
  /** Unfinished files are then removed. */
  signal: AbortSignal
}

/** The caller must hold the claim of `claimWork`. */
export async function makeBackup(
  connection: Connection,
  { folder, dataDir, passphrase, signal }: Options,
): Promise<Exclude<Result, { problem: string }>> {
  await inFolder(folder, async () => {
    makeFolder(folder)
    await removeUnchecked(folder)
  })
  await requireRoom(connection, dataDir)
  const [list, isElsewhere] = await onOwnClient(connection, async (client) => [
    await readListId(client),
    await isOnAnotherMachine(client),
  ])
  const name = `firstchair-${timeOf(new Date())}-${list}.sql.zst${passphrase === null ? '' : '.age'}`
  const file = join(folder, name)
  const unchecked = `${file}${UNCHECKED}`
  let entries = 0
  const content = writeBackup(connection, (head) => (entries = head.entries))
  await noteUnfinished(dataDir, unchecked)
  const rest = createRest(REST_TIMES, signal, isElsewhere)
  await writeFile(unchecked, withRests(content, rest), { passphrase, signal })
  try {
    await copyJournal(dataDir, folder)
    await checkBackup(unchecked, { dataDir, passphrase, signal })
    await inFolder(folder, async () => {
      await rename(unchecked, file)
      await sync(folder)
    })
  } catch (error) {
    await rm(unchecked, { force: true })
    throw error
  }
  await inFolder(folder, () => removeOldest(folder, { list, made: name }))
  return { file, bytes: (await stat(file)).size, entries }
}

async function inFolder<Done>(folder: string, work: () => Promise<Done>): Promise<Done> {
  try {
    return await work()
  } catch (error) {
    throw writeFailure(folder, error, 'BACKUP_DIR')
  }
}

/** Several lists may have their backups in one folder. A restored list has the id of its backup. */
async function readListId(client: pg.Client): Promise<string> {
  await insertSetting(client, LIST_ID, randomBytes(4).toString('hex'))
  return (await readSetting(client, LIST_ID))!
}

async function isOnAnotherMachine(client: pg.Client) {
  return (await findValue<boolean>(
    client,
    `select coalesce(not inet_server_addr() <<= any ('{127.0.0.0/8, ::1}'::inet[]), false) as is_elsewhere`,
  ))!
}

function timeOf(now: Date): string {
  return now.toISOString().replaceAll(':', '')
}

/** A renamed file is safe on the disk only when its folder is synced. */
async function sync(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

/**
 * So that it is not lost with the disk of the data. Other servers and lists may have ids in the same copy, so ids are
 * only added.
 */
async function copyJournal(dataDir: string, folder: string): Promise<void> {
  const [ours, copy] = [createJournal(dataDir), createJournal(folder)]
  const ids = await ours.read()
  await inFolder(folder, async () => {
    const missing = ids.difference(await copy.read())
    await copy.append([...missing]).catch((error: Error) => {
      throw error.cause instanceof Error ? error.cause.cause : error
    })
  })
}

/** A younger file stays: a server may still be writing it. */
async function removeUnchecked(folder: string): Promise<void> {
  const isUnchecked = (name: string) => name.endsWith(UNCHECKED) && NAME.test(name.slice(0, -UNCHECKED.length))
  for (const name of (await readdir(folder)).filter(isUnchecked)) {
    const file = join(folder, name)
    const { mtimeMs } = await stat(file)
    if (Date.now() - mtimeMs > DAY_MS) await rm(file)
  }
}

async function removeOldest(folder: string, { list, made }: { list: string; made: string }): Promise<void> {
  const others = (await readdir(folder)).filter((name) => NAME.exec(name)?.[1] === list && name !== made).sort()
  for (const name of others.slice(0, 1 - KEPT)) await rm(join(folder, name))
}

type Source = Table & { from: string }

/**
 * The rests of a backup may be longer than the limits of a role or a server. PostgreSQL has `transaction_timeout` since
 * version 17.
 */
const BEGIN = `begin isolation level repeatable read read only;
  select set_config(name, '0', true) from pg_settings
  where name in ('statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`

/** As the list is at one instant, even while people join. */
export async function* writeBackup(
  connection: Connection,
  onHead: (head: Head) => void = () => {},
): AsyncGenerator<string | Buffer> {
  const client = new Client({ ...connection, application_name: 'firstchair backup' })
  await client.connect()
  try {
    await client.query(BEGIN)
    const head = await readHead(client)
    onHead(head)
    yield formatHead(head)
    const rows: Record<string, number> = {}
    for (const { name, columns, from } of await findSources(client)) {
      yield `COPY ${name} (${columns.join(', ')}) FROM stdin;\n`
      const stream = client.query(copyTo(`copy ${from} to stdout`))
      for await (const chunk of stream) yield chunk as Buffer
      yield END_OF_ROWS
      // The stream may end before PostgreSQL has said how many rows it had.
      await client.query('select')
      rows[name] = stream.rowCount
    }
    yield formatTail({ rows })
  } finally {
    // Ends the connection and not only the transaction: in the middle of a table, PostgreSQL accepts no other
    // statement.
    await client.end()
  }
}

async function readHead(client: pg.Client): Promise<Head> {
  const { rows } = await client.query<{ now: Date }>('select now()')
  const [schema, { entries }] = [await readVersion(client), await readCalendar(client)]
  return { version: 1, schema, taken_at: rows[0]!.now.toISOString(), entries }
}

/** This program could not restore tables of others, and may have no right to read them. */
async function findSources(client: pg.Client): Promise<Source[]> {
  const ours = (await tablesOfMigrations()).filter((name) => !LEFT_OUT.includes(name))
  const tables = (await readTables(client)).filter(({ name }) => !LEFT_OUT.includes(name))
  // A table in another schema would be missing in the backup.
  if (tables.length !== ours.length) throw new Error('a table of the list is not in the schema of the connection')
  return tables.map((table) => ({ ...table, from: `${table.name} (${table.columns.join(', ')})` }))
}

/** In bytes: an empty cluster, and its write-ahead log. */
const BESIDE_ROWS = 200_000_000

/** A check keeps one processor busy. */
const CHECK_RESTS = 8

type Checking = { dataDir: string; passphrase: string | null; signal: AbortSignal }

/** Restores it into a temporary PostgreSQL in the data directory, and checks every rule of the list there. */
async function checkBackup(file: string, { dataDir, passphrase, signal }: Checking): Promise<void> {
  try {
    const database = await openDatabase(
      { dataDir: checkFolder(dataDir), databaseUrl: undefined },
      { owner: 'the check of a backup', isTemporary: true },
    )
    try {
      const rest = createRest(CHECK_RESTS, signal)
      await restoreBackup(database.connection, file, { passphrase, signal, rest })
    } finally {
      await database.close()
    }
  } catch (error) {
    throw isFull(dataDir) || isOfFullDisk(error) ? noRoom(dataDir, error) : error
  } finally {
    await removeCheck(dataDir)
  }
}

/** The list's own database may be on the same disk, and would stop if the check filled it. */
export async function requireRoom(connection: Connection, dataDir: string): Promise<void> {
  const { rows } = await onOwnClient(connection, (client) =>
    client.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes'),
  )
  if (freeBytes(dataDir) < Number(rows[0]!.bytes) + BESIDE_ROWS) throw noRoom(dataDir)
}

function isOfFullDisk(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '53100'
}

function noRoom(dataDir: string, cause?: unknown): StartFailure {
  return new StartFailure(
    `The disk that holds ${dataDir} has no room for the check of a backup, which needs as much as the list itself there. Free some space.`,
    { cause },
  )
}
