import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, realpath, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runOnce } from '../../../../test/servers/database.ts'
import { isRunning, type Program, start } from '../../../../test/servers/process.ts'
import { openDatabase } from '../opening/database.ts'
import type { Way } from './account.ts'
import { readPostmaster } from './postmaster.ts'
import { type EmbeddedOptions, findRunning } from './postgres.ts'
import type { Connection } from '../client.ts'

const PROCESS = join(import.meta.dirname, '../../../../test/servers/database-process.ts')

test('a copy that was made while the server ran is opened, is reported as a copy, and leaves the original alone', async () => {
  await using place = await newFolder()
  await using original = await running(join(place.path, 'a'))
  copy(original.dataDir, join(place.path, 'b'))
  const reports: string[] = []

  await using opened = await open(join(place.path, 'b'), { report: (sentence) => reports.push(sentence) })

  expect(await keptRows(opened.connection)).toEqual([{ answer: 42 }])
  await original.expectUnharmed()
  expect(opened.connection.host).not.toBe(original.connection.host)
  expect(reports).toEqual([
    `The data in ${place.path}/b is a copy that was made while the server ran on ${place.path}/a/postgres, so a part of it may be missing or not fit the rest. npm run verify checks it.`,
  ])
  await opened[Symbol.asyncDispose]()
  await original.expectUnharmed()
})

test('a copy of the files that a kill -9 left does not end the PostgreSQL that still runs on the original', async () => {
  await using place = await newFolder()
  await using original = await running(join(place.path, 'a'))
  original.program.child.kill('SIGKILL')
  await original.program.end
  copy(original.dataDir, join(place.path, 'b'))

  await using opened = await open(join(place.path, 'b'))

  expect(await keptRows(opened.connection)).toEqual([{ answer: 42 }])
  await original.expectUnharmed()
  // A start on the original ends the PostgreSQL that still runs there.
  await using again = await open(original.dataDir)
  expect(isRunning(original.pid)).toBe(false)
  expect(existsSync(String(original.connection.host))).toBe(false)
  expect(await keptRows(again.connection)).toEqual([{ answer: 42 }])
})

test('a copy takes nothing from the original that was restarted with another process id', async () => {
  await using place = await newFolder()
  await using original = await running(join(place.path, 'a'))
  copy(original.dataDir, join(place.path, 'b'))
  process.kill(original.pid, 'SIGKILL')
  await expect.poll(async () => (await readPostmaster(join(original.dataDir, 'postgres')))?.pid).not.toBe(original.pid)
  await expect.poll(() => keptRows(original.connection).catch(() => null)).not.toBeNull()

  await using opened = await open(join(place.path, 'b'))

  expect(await keptRows(opened.connection)).toEqual([{ answer: 42 }])
  expect(await keptRows(original.connection)).toEqual([{ answer: 42 }])
})

test('a copy in the place of a running original that was moved away leaves the original alone', async () => {
  await using place = await newFolder()
  await using original = await running(join(place.path, 'a'))
  await rename(join(place.path, 'a'), join(place.path, 'moved'))
  copy(join(place.path, 'moved'), join(place.path, 'a'))

  await using opened = await open(join(place.path, 'a'))

  expect(await keptRows(opened.connection)).toEqual([{ answer: 42 }])
  await original.expectUnharmed()
})

test('a data directory that was moved after a kill -9 still ends the PostgreSQL that was left running', async () => {
  await using place = await newFolder()
  await using original = await running(join(place.path, 'a'))
  original.program.child.kill('SIGKILL')
  await original.program.end
  await rename(join(place.path, 'a'), join(place.path, 'b'))

  await using opened = await open(join(place.path, 'b'))

  expect(isRunning(original.pid)).toBe(false)
  expect(existsSync(String(original.connection.host))).toBe(false)
  expect(await keptRows(opened.connection)).toEqual([{ answer: 42 }])
})

test("a tool that waits for a copy to start does not use the original's database meanwhile", async () => {
  await using place = await newFolder()
  await using original = await running(join(place.path, 'a'))
  copy(original.dataDir, join(place.path, 'b'))

  expect(await findRunning(join(place.path, 'b'))).toBeNull()
  expect(await findRunning(original.dataDir)).toEqual(original.connection)
})

test('two data directories that lead to one database are never open at the same time', async () => {
  await using place = await newFolder()
  await using shelter = await newFolder()
  await chmod(shelter.path, 0o755)
  if (process.getuid?.() !== 0) return
  const options = { ways: ['nobody'] as Way[], shelter: shelter.path }
  const original = await open(join(place.path, 'a'), options)
  await runOnce(original.connection, 'create table kept as select 42 as answer')
  execFileSync('cp', ['-a', join(place.path, 'a'), join(place.path, 'linked')])

  await expect(open(join(place.path, 'linked'), options)).rejects.toThrow('is in use by this test')
  expect(await keptRows(original.connection)).toEqual([{ answer: 42 }])

  await original[Symbol.asyncDispose]()
  await using second = await open(join(place.path, 'linked'), options)
  expect(await keptRows(second.connection)).toEqual([{ answer: 42 }])
  await expect(open(join(place.path, 'a'), options)).rejects.toThrow('is in use by this test')
})

test('a copy with links followed, of a cluster that ran as nobody, is a separate database', async () => {
  await using place = await newFolder()
  await using shelter = await newFolder()
  await chmod(shelter.path, 0o755)
  if (process.getuid?.() !== 0) return
  await using original = await open(join(place.path, 'a'), { ways: ['nobody'], shelter: shelter.path })
  await runOnce(original.connection, 'create table kept as select 42 as answer')
  copy(join(place.path, 'a'), join(place.path, 'b'))
  execFileSync('chown', ['-R', '0:0', join(place.path, 'b')])

  await using opened = await open(join(place.path, 'b'), { ways: ['namespace'] })

  await runOnce(opened.connection, 'update kept set answer = 43')
  expect(await keptRows(original.connection)).toEqual([{ answer: 42 }])
})

test('an incomplete copy is reported as incomplete, and the original keeps running', async () => {
  await using place = await newFolder()
  await using original = await running(join(place.path, 'a'))
  copy(original.dataDir, join(place.path, 'b'))
  execFileSync('sh', ['-c', 'rm "$0"/postgres/pg_wal/0*', join(place.path, 'b')])

  await expect(open(join(place.path, 'b'))).rejects.toThrow(
    /^PostgreSQL did not start on \S+\/b\/postgres: .*\. Its log is \S+\. This is a copy that was made while the server ran on \S+\/a\/postgres, and it is incomplete\. Make another as docs\/operating\.md says under "Backups"\.$/,
  )
  await original.expectUnharmed()
})

/** Starts a database in a separate process, as a server does, and stores a row in it. */
async function running(dataDir: string) {
  const program = start([process.execPath, PROCESS, dataDir])
  const connection = JSON.parse(await program.line(/host/)) as Connection
  await runOnce(connection, 'create table kept as select 42 as answer')
  const { pid } = (await readPostmaster(join(dataDir, 'postgres')))!
  return {
    program: program as Program,
    dataDir,
    connection,
    pid,
    async expectUnharmed() {
      expect(isRunning(pid)).toBe(true)
      expect(await keptRows(connection)).toEqual([{ answer: 42 }])
    },
    [Symbol.asyncDispose]: () => program[Symbol.asyncDispose](),
  }
}

/** Copies as docs/operating.md says, but without stopping the server. */
function copy(from: string, to: string) {
  execFileSync('cp', ['-aL', from, to])
}

async function open(path: string, options: Partial<EmbeddedOptions> = {}) {
  const database = await openDatabase({ dataDir: path, databaseUrl: undefined }, { owner: 'this test', ...options })
  let closed: Promise<void> | undefined
  return { ...database, [Symbol.asyncDispose]: () => (closed ??= database.close()) }
}

async function newFolder() {
  const path = await mkdtemp(join(await realpath(tmpdir()), 'firstchair-copy-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 10 }) }
}

async function keptRows(connection: Connection) {
  return (await runOnce(connection, 'select * from kept')).rows
}
