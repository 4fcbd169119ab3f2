import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runOnce } from '../../../../test/servers/database.ts'
import { isRunning, start, until } from '../../../../test/servers/process.ts'
import { attachDatabase, openDatabase } from '../opening/database.ts'
import type { Way } from './account.ts'
import { POSTGRES_MAJOR } from './cluster.ts'
import { readPostmaster } from './postmaster.ts'
import type { EmbeddedOptions } from './postgres.ts'
import type { Connection } from '../client.ts'
import { longTest } from '../../../../test/runs.ts'

const isRoot = process.getuid?.() === 0
const PROCESS = join(import.meta.dirname, '../../../../test/servers/database-process.ts')
/** In this namespace, root appears as an ordinary user. */
const AS_ORDINARY_USER = isRoot ? ['unshare', '--user', '--map-user=65534', '--map-group=65534'] : []
/** Runs with a user id that has no name on the machine, as in many containers. */
const AS_NAMELESS_USER = ['unshare', '--user', '--map-user=48151', '--map-group=48151']

test('creates a durable database that can be reached only through its socket', async () => {
  await using place = await dataDir()
  await using database = await open(place.path)

  const { rows } = await runOnce(
    database.connection,
    `select current_setting('server_version') as version, current_setting('fsync') as fsync,
       current_setting('listen_addresses') as addresses, datlocprovider as provider, datlocale as locale,
       pg_encoding_to_char(encoding) as encoding
     from pg_database where datname = current_database()`,
  )

  expect(rows).toEqual([
    { version: expect.any(String), fsync: 'on', addresses: '', provider: 'b', locale: 'C.UTF-8', encoding: 'UTF8' },
  ])
  expect(rows[0].version.split('.')[0]).toBe(POSTGRES_MAJOR)
  expect((await stat(String(database.connection.host))).mode & 0o777).toBe(0o700)
  expect((await stat(join(place.path, 'postgres/secret'))).mode & 0o777).toBe(0o600)
  await expect(runOnce({ ...database.connection, password: 'guessed' }, 'select 1')).rejects.toThrow('authentication')
})

test('keeps the data from one start to the next, and leaves no process running in between', async () => {
  await using place = await dataDir()
  const first = await open(place.path)
  await runOnce(first.connection, 'create table kept as select 42 as answer')
  const { pid } = (await readPostmaster(join(place.path, 'postgres')))!
  await first.close()

  expect(isRunning(pid)).toBe(false)
  expect(existsSync(String(first.connection.host))).toBe(false)

  await using second = await open(place.path)
  expect(await keptRows(second.connection)).toEqual([{ answer: 42 }])
})

test('a data directory that is in use is refused, and its user is named', async () => {
  await using place = await dataDir()
  await using other = start([process.execPath, PROCESS, place.path])
  await other.line(/host/)

  await expect(open(place.path)).rejects.toThrow(
    `The data directory ${place.path} is in use by a process of the tests, process ${other.child.pid}. Stop that first, or set DATA_DIR to another folder.`,
  )
})

test('a start after kill -9 stops the PostgreSQL that was left running, and has its data', async () => {
  await using place = await dataDir()
  await using killed = start([process.execPath, PROCESS, place.path])
  await runOnce(JSON.parse(await killed.line(/host/)), 'create table kept as select 42 as answer')
  const left = (await readPostmaster(join(place.path, 'postgres')))!
  killed.child.kill('SIGKILL')
  await killed.end
  expect(isRunning(left.pid)).toBe(true)

  await using database = await open(place.path)

  expect(isRunning(left.pid)).toBe(false)
  expect(existsSync(left.socketDir)).toBe(false)
  expect(await keptRows(database.connection)).toEqual([{ answer: 42 }])
})

longTest('a first start that was killed half-way is begun again by the next start', async () => {
  await using place = await dataDir()
  await using killed = start([process.execPath, PROCESS, place.path])
  await until(async () => (await readdir(place.path).catch(() => [])).some((name) => name.startsWith('postgres.new-')))
  killed.child.kill('SIGKILL')
  await killed.end

  await using database = await open(place.path)

  expect((await runOnce(database.connection, 'select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('a stale process id that another process has now stops neither the start nor that process', async () => {
  await using place = await dataDir()
  const first = await open(place.path)
  const file = join(place.path, 'postgres/postmaster.pid')
  const lines = readFileSync(file, 'utf8').split('\n')
  await first.close()
  await using bystander = start(['sleep', '60'])
  await writeFile(file, [bystander.child.pid, ...lines.slice(1)].join('\n'))

  await using database = await open(place.path)

  expect((await runOnce(database.connection, 'select 1 as one')).rows).toEqual([{ one: 1 }])
  expect(isRunning(bystander.child.pid!)).toBe(true)
})

test('a PostgreSQL that dies while the server runs comes back at the same address', async () => {
  await using place = await dataDir()
  const reports: string[] = []
  await using database = await open(place.path, { report: (sentence) => reports.push(sentence) })
  await runOnce(database.connection, 'create table kept as select 42 as answer')

  process.kill((await readPostmaster(join(place.path, 'postgres')))!.pid, 'SIGKILL')
  await until(() => reports.includes('PostgreSQL is running again'))

  expect(reports[0]).toBe('PostgreSQL stopped by itself and is being started again')
  expect(await keptRows(database.connection)).toEqual([{ answer: 42 }])
})

test('a tool attaches to the running database, and starts it for its own run when there is none', async () => {
  await using place = await dataDir()
  await using server = await open(place.path)
  await runOnce(server.connection, 'create table kept as select 42 as answer')
  const config = { dataDir: place.path, databaseUrl: undefined }

  const attached = await attachDatabase(config, { owner: 'a tool' })
  expect(attached.connection).toEqual(server.connection)
  await attached.close()
  expect(await keptRows(server.connection)).toEqual([{ answer: 42 }])
  await server.close()

  const started = await attachDatabase(config, { owner: 'a tool' })
  expect(await keptRows(started.connection)).toEqual([{ answer: 42 }])
  await started.close()
  await expect(runOnce(started.connection, 'select 1')).rejects.toThrow('ENOENT')
})

longTest('works in a folder with an odd name, and with a path that is too long for a socket', async () => {
  await using place = await dataDir()
  const long = join(place.path, `it's a "long" name `.repeat(5), 'x'.repeat(100))

  await using database = await open(long)

  expect((await runOnce(database.connection, 'select 1 as one')).rows).toEqual([{ one: 1 }])
})

longTest(
  'in a folder that only root can enter, root runs PostgreSQL in a namespace and stays the owner of its files',
  async () => {
    await using place = await dataDir()
    await using database = await open(place.path, { ways: ['namespace'] })
    await runOnce(database.connection, 'create table kept as select 42 as answer')

    expect((await stat(place.path)).mode & 0o777).toBe(0o700)
    expect((await stat(join(place.path, 'postgres/PG_VERSION'))).uid).toBe(process.getuid?.())
    expect(await keptRows(database.connection)).toEqual([{ answer: 42 }])
  },
)

longTest(
  'where namespaces are refused, root runs PostgreSQL as nobody from a copy, and other users get an error',
  async () => {
    await using place = await dataDir()
    await using shelter = await dataDir()
    await chmod(shelter.path, 0o755)
    const options = { ways: ['nobody'] as Way[], shelter: shelter.path }
    if (!isRoot) return expect(open(place.path, options)).rejects.toThrow('set DATABASE_URL')

    const first = await open(place.path, options)
    await runOnce(first.connection, 'create table kept as select 42 as answer')
    await first.close()
    // The way was chosen when the data was created: a later start keeps it, even where namespaces are allowed again.
    await using second = await open(place.path, { shelter: shelter.path, ways: ['namespace', 'nobody'] })

    const cluster = await realpath(join(place.path, 'postgres'))
    expect(cluster.startsWith(shelter.path)).toBe(true)
    expect((await stat(cluster)).uid).toBe(65_534)
    expect(await keptRows(second.connection)).toEqual([{ answer: 42 }])
  },
)

longTest('a failed attempt to run as nobody decides nothing for later starts', async () => {
  await using place = await dataDir()
  await using shelter = await dataDir()

  // No user can enter this shelter.
  await expect(open(place.path, { ways: ['nobody'], shelter: shelter.path })).rejects.toThrow('set DATABASE_URL')
  await using database = await open(place.path)

  expect((await runOnce(database.connection, 'select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('a data directory whose database is stored elsewhere, and is missing there, does not begin a new one', async () => {
  await using place = await dataDir()
  await symlink('/var/lib/firstchair/lost/postgres', join(place.path, 'postgres'))

  await expect(open(place.path)).rejects.toThrow(
    `The database of ${place.path} is missing: it was in /var/lib/firstchair/lost/postgres. Put it back there. To begin a new list on purpose, remove ${place.path}.`,
  )
})

longTest('a user without a name runs PostgreSQL in a namespace', async () => {
  await using place = await dataDir()
  await using program = start([...AS_NAMELESS_USER, process.execPath, PROCESS, place.path])

  const connection = JSON.parse(await program.line(/host/)) as Connection

  expect((await runOnce(connection, 'select 1 as one')).rows).toEqual([{ one: 1 }])
})

longTest('an ordinary user runs PostgreSQL directly', async () => {
  await using place = await dataDir()
  await using program = start([...AS_ORDINARY_USER, process.execPath, PROCESS, place.path])

  const connection = JSON.parse(await program.line(/host/)) as Connection

  expect((await runOnce(connection, 'select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('data of another major version is left alone', async () => {
  await using place = await dataDir()
  await mkdir(join(place.path, 'postgres'))
  await writeFile(join(place.path, 'postgres/PG_VERSION'), '17\n')

  await expect(open(place.path)).rejects.toThrow(
    `The data in ${place.path}/postgres was written by PostgreSQL 17, and this is 18. Start the release that wrote it to get the data out, or set DATA_DIR to another folder.`,
  )
})

test('a folder in the way of the data is not overwritten', async () => {
  await using place = await dataDir()
  await mkdir(join(place.path, 'postgres'))
  await writeFile(join(place.path, 'postgres/notes.txt'), 'mine')

  await expect(open(place.path)).rejects.toThrow(`The database in ${place.path}/postgres is incomplete`)
  expect(readFileSync(join(place.path, 'postgres/notes.txt'), 'utf8')).toBe('mine')
  expect(await readdir(join(place.path, 'postgres'))).toEqual(['notes.txt'])
})

test.each(['PG_VERSION', 'secret'])(
  'a database that has lost its file %s is left alone, and the file named',
  async (name) => {
    await using place = await dataDir()
    await (await open(place.path)).close()
    await rm(join(place.path, 'postgres', name))

    await expect(open(place.path)).rejects.toThrow(
      `The database in ${place.path}/postgres is incomplete: its file ${name} is missing. Bring the folder back from a backup, or set DATA_DIR to another folder.`,
    )
    expect(existsSync(join(place.path, 'postgres/global'))).toBe(true)
  },
)

test('a lost database does not become an empty list, unless the operator asks for that', async () => {
  await using place = await dataDir()
  await (await open(place.path)).close()
  const [folder, log] = [join(place.path, 'postgres'), join(place.path, 'postgres.log')]
  await rm(folder, { recursive: true })

  await expect(open(place.path)).rejects.toThrow(
    `The database of ${place.path} is missing: ${folder} is gone, though a list was kept in it. Mount the disk that it is on, or bring the folder back from a backup. To begin a new list on purpose, remove ${log}.`,
  )
  await mkdir(folder)
  await expect(open(place.path)).rejects.toThrow(
    `The database of ${place.path} is missing: ${folder} is empty. Mount the disk that it is on, or bring the folder back from a backup. To begin a new list on purpose, remove ${folder} and ${log}.`,
  )
  expect(await readdir(folder)).toEqual([])

  await rm(folder, { recursive: true })
  await rm(log)
  await using database = await open(place.path)
  expect((await runOnce(database.connection, 'select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('an empty folder in the place of the data, as of an unmounted disk, is not filled', async () => {
  await using place = await dataDir()
  await mkdir(join(place.path, 'postgres'))

  await expect(open(place.path)).rejects.toThrow(
    `The database of ${place.path} is missing: ${place.path}/postgres is empty.`,
  )
  expect(await readdir(join(place.path, 'postgres'))).toEqual([])
})

test('a data directory that cannot be written to is named', async () => {
  await using place = await dataDir()
  await writeFile(join(place.path, 'file'), '')

  await expect(open(join(place.path, 'file/data'))).rejects.toThrow(
    `The data directory ${place.path}/file/data cannot be written (ENOTDIR`,
  )
  await expect(open('/proc/data')).rejects.toThrow('The data directory /proc/data cannot be written (ENOENT')
})

async function open(path: string, options: Partial<EmbeddedOptions> = {}) {
  const database = await openDatabase({ dataDir: path, databaseUrl: undefined }, { owner: 'this test', ...options })
  return { ...database, [Symbol.asyncDispose]: database.close }
}

async function dataDir() {
  const path = await mkdtemp(join(await realpath(tmpdir()), 'firstchair-data-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 10 }) }
}

async function keptRows(connection: Connection) {
  return (await runOnce(connection, 'select * from kept')).rows
}
