import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { zstdCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { actingOwner } from '../../../test/people/acting-owner.ts'
import { runOnce, type TestDatabase } from '../../../test/servers/database.ts'
import { isQueueIdle } from '../../../test/people/erasing-owner.ts'
import { fakeSmtp } from '../../../test/services/fake-smtp.ts'
import { hurryUntil } from '../../../test/hurry.ts'
import { fillTables } from '../../../test/fill-tables.ts'
import { mailingApp } from '../../../test/mailing-app.ts'
import { emptyDatabase } from '../../../test/servers/migrations.ts'
import { signIn } from '../../../test/people/owner.ts'
import { until } from '../../../test/servers/process.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { migrate, newestVersion, tablesOfMigrations } from '../db/migrate.ts'
import { holdServices } from '../outbox/service-queries.ts'
import { createJournal } from './erasing/journal.ts'
import { writeFile as writeBackupFile } from './backup-files.ts'
import { END_OF_ROWS, formatHead, formatTail, parseTail } from './format.ts'
import { makeBackup, requireRoom, writeBackup } from './make-backup.ts'
import { beginBackup, endBackup, failUnended, forgetBackup, renewBackup } from './backups.ts'
import { restoreBackup } from './restore-backup.ts'
import { LEFT_OUT, readTables } from './tables.ts'
import { checkFolder, claimWork, noteUnfinished, removeLeftovers } from './work-folder.ts'
import { longTest } from '../../../test/runs.ts'
import type { Transaction } from '../db/query.ts'

const PASSPHRASE = 'correct horse battery'
/** The tables that backups leave out, and the one that the release of a restored list changes. */
const NOT_COMPARED = [...LEFT_OUT, 'outside_services']

test('a backup holds the list of one instant while people join, and what is restored sends nothing before its release', async () => {
  await using folder = await newFolder()
  await using app = await testApp()
  await fill(app)
  const before = await contentOf(app)

  const file = join(folder.path, 'list')
  let [read, joins] = [0, 0]
  await writeBackupFile(file, whileJoining(writeBackup(app.database.connection)), { passphrase: PASSPHRASE })
  expect(joins).toBeGreaterThan(10)
  expect((await readFile(file)).includes('Tab\\\\new')).toBe(false)

  await using target = await emptyDatabase()
  await restoreBackup(target.connection, file, {
    passphrase: PASSPHRASE,
    settle: (tx, { taken_at }) => holdServices(tx, new Date(taken_at)),
  })
  await using smtp = await fakeSmtp()
  await using restored = await mailingApp(smtp, { beside: { database: asDatabase(target) } })
  expect(await restored.verify()).toEqual([])
  // This server has mail, so its privacy page has another text.
  await restored.rows('delete from privacy_texts where number = 2')
  await restored.rows('update waitlist_counter set privacy_text = 1')
  expect(await contentOf(restored)).toEqual(before)

  const owner = await signIn(restored)
  await restored.join({ email: 'after@example.com' })
  await owner.post('/api/admin/integrations/mail/test')
  await hurryUntil(
    restored,
    async () =>
      (await restored.rows(`select from outbox where channel = 'send-waitlist-email' and state = 'waiting'`)).length >
      0,
  )
  expect(smtp.mails).toEqual([])
  expect((await owner.get('/api/admin/integrations')).json().held_at).toMatch(/^20/)
  expect((await owner.post('/api/admin/integrations/release')).statusCode).toBe(204)
  expect((await owner.get('/api/admin/integrations')).json().held_at).toBeNull()
  await until(() => smtp.mails.some(({ to }) => to[0] === 'after@example.com'))

  async function* whileJoining(pieces: AsyncIterable<string | Buffer>) {
    for await (const piece of pieces) {
      yield piece
      read += 1
      if (read % 5 > 0) continue
      await app.join()
      joins += 1
    }
  }
})

test('a backup with rows in every table, a logo among them, gives back every row', async () => {
  await using folder = await newFolder()
  await using app = await testApp()
  await fill(app)
  const tables = (await tablesOfMigrations()).filter((name) => !LEFT_OUT.includes(name))
  await fillTables(app, tables)
  const before = await contentOf(app, LEFT_OUT)
  expect(tables.filter((name) => before[name]!.length === 0)).toEqual([])
  const file = join(folder.path, 'list')
  await writeBackupFile(file, writeBackup(app.database.connection), { passphrase: null })

  await using target = await emptyDatabase()
  let restored = {}
  // The rows are made up and break rules of the list, so they are compared before the restore fails for that.
  const renew = async (tx: Transaction) => {
    restored = await contentOf({ rows: async (sql) => (await tx.query(sql)).rows }, LEFT_OUT)
  }
  const failure = restoreBackup(target.connection, file, { passphrase: null, renew })
  await expect(failure).rejects.toThrow(/^The list in this backup breaks/)
  expect(restored).toEqual(before)
})

test('rows that a table refuses are told as that, and as damage only if the file is damaged', async () => {
  await using folder = await newFolder()
  await using app = await testApp()
  await app.rows('alter table site_logo_files drop constraint site_logo_files_hash_fkey')
  await app.rows(`insert into site_logo_files values ('gone', 'logo.png', '\\x00')`)
  await using target = await emptyDatabase()
  const file = join(folder.path, 'list')
  await writeBackupFile(file, writeBackup(app.database.connection), { passphrase: null })
  const restore = () => restoreBackup(target.connection, file, { passphrase: null })
  await expect(restore()).rejects.toThrow(
    /can be read, but not restored: .*"site_logo_files" violates foreign key constraint/,
  )
  await app.rows(`alter table site_versions alter column number type text`)
  await app.rows(`insert into site_versions (number, document) values ('one', '{}')`)
  await rm(file)
  await writeBackupFile(file, writeBackup(app.database.connection), { passphrase: null })
  await expect(restore()).rejects.toThrow(
    'can be read, but not restored: rows of site_versions have a value of another type (SQLSTATE 22P02).',
  )
  const content = await readFile(file)
  await writeFile(file, changedAt(content, content.length - 2))
  await expect(restore()).rejects.toThrow('or it is damaged')
})

test('a file that is cut, changed or no backup is refused, and leaves the database empty', async () => {
  await using folder = await newFolder()
  await using app = await testApp()
  await app.joinMany(30)
  const write = async (passphrase: string | null) => {
    const file = join(folder.path, String(passphrase))
    await writeBackupFile(file, writeBackup(app.database.connection), { passphrase })
    return readFile(file)
  }
  const [plain, encrypted] = [await write(null), await write(PASSPHRASE)]
  await using target = await emptyDatabase()
  const damaged = join(folder.path, 'damaged')
  for (const length of [10, half(plain), plain.length - 1]) await expectRefused(plain.subarray(0, length), null)
  for (const at of [5, half(plain)]) await expectRefused(changedAt(plain, at), null)
  await expectRefused(encrypted.subarray(0, half(encrypted)), PASSPHRASE)
  await expectRefused(Buffer.from('email,name\nrobin@example.com,Robin\n'), null)
  await writeFile(damaged, encrypted)
  for (const [passphrase, message] of [
    [null, 'is encrypted'],
    ['another one', 'is not the passphrase'],
  ] as const)
    await expect(restoreBackup(target.connection, damaged, { passphrase })).rejects.toThrow(message)

  await writeFile(damaged, plain)
  const guarded = restoreBackup(target.connection, damaged, { passphrase: PASSPHRASE })
  await expect(guarded).rejects.toThrow('is not encrypted')
  expect((await restoreBackup(target.connection, damaged, { passphrase: null })).entries).toBe(30)
  await expect(restoreBackup(target.connection, damaged, { passphrase: null })).rejects.toThrow(
    'already holds a list of 30 people',
  )

  async function expectRefused(content: Buffer, passphrase: string | null) {
    await writeFile(damaged, content)
    await expect(restoreBackup(target.connection, damaged, { passphrase })).rejects.toThrow(
      /is no backup|is damaged|is incomplete|not the passphrase|no backup that this version/,
    )
  }
})

test('a backup that rests outlives the time limits of its role', async () => {
  await using app = await testApp()
  await app.joinMany(3)
  const limits = await app.rows(
    `select name from pg_settings
     where name in ('statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`,
  )
  const options = limits.map(({ name }) => `-c ${name}=200ms`).join(' ')
  const pieces: string[] = []
  for await (const piece of writeBackup({ ...app.database.connection, options })) {
    if (pieces.length === 0) await pause(500)
    pieces.push(String(piece))
  }
  expect(parseTail(pieces.at(-1)!)?.rows.waitlist_entries).toBe(3)
})

test('a file that names anything but our tables and columns is refused, and none of it runs as SQL', async () => {
  await using folder = await newFolder()
  await using target = await emptyDatabase()
  const schema = await newestVersion()
  const ran = join(folder.path, 'ran')
  for (const what of [
    `waitlist_entries (email) from program 'touch ${ran}' -- )`,
    `waitlist_entries (email) from program 'touch ${ran}' with (format csv) -- )`,
    `pgboss.job (data) from program 'touch ${ran}' -- )`,
    `settings(key) (value)`,
    'settings (key, nothing)',
    'settings (key, key)',
    'waitlist_entries (position)',
    'schema_migrations (version)',
    'pgboss.queue (name)',
    'pg_catalog.pg_authid (rolname)',
  ]) {
    const file = join(folder.path, 'list')
    const head = formatHead({ version: 1, schema, taken_at: '2026-11-22T03:00:00.000Z', entries: 0 })
    await writeFile(
      file,
      zstdCompressSync(`${head}COPY ${what} FROM stdin;\n${END_OF_ROWS}${formatTail({ rows: {} })}`),
    )
    await expect(restoreBackup(target.connection, file, { passphrase: null })).rejects.toThrow(
      'can be read, but not restored',
    )
  }
  expect(existsSync(ran)).toBe(false)
})

test('a restore refuses a database that serves, or holds what anybody gave, and spares the tables of other programs', async () => {
  await using folder = await newFolder()
  const file = join(folder.path, 'list')
  {
    await using app = await testApp()
    await app.joinMany(2)
    await writeBackupFile(file, writeBackup(app.database.connection), { passphrase: null })
  }
  await using target = await emptyDatabase()
  const { connection } = target
  const restore = () => restoreBackup(connection, file, { passphrase: null })
  const extension =
    'create extension pg_trgm; create table spatial as select 1 as id; alter extension pg_trgm add table '
  await runOnce(connection, `${extension} spatial; create table bills as select 7 as number`)
  await expect(restore()).rejects.toThrow('belongs to another program: it has the table bills.')
  const { rows } = await runOnce(connection, `select to_regclass('schema_migrations') as ledger`)
  expect(rows).toEqual([{ ledger: null }])

  await migrate(connection)
  {
    await using started = await testApp({ beside: { database: asDatabase(target) } })
    await signIn(started)
    await beginBackup(started.pool, '2026-11-22')
    const message = { name: 'Robin', email: 'robin@example.com', message: 'May I help?' }
    const sent = await started.app.inject({ method: 'POST', url: '/api/contact', payload: message })
    expect(sent.statusCode).toBeLessThan(300)
    await expect(restore()).rejects.toThrow(/uses the database \(.*firstchair test.*\)\. Stop all servers first/)
  }
  await expect(restore()).rejects.toThrow('already holds contact messages (1), outbox (1).')
  await runOnce(connection, 'truncate contact_messages, outbox')

  expect((await restore()).entries).toBe(2)
  const kept = `select (select number from bills), (select id from spatial),
    (select count(*)::int from admin_sessions) as sessions`
  expect((await runOnce(connection, kept)).rows).toEqual([{ number: 7, id: 1, sessions: 0 }])
})

test('our tables are those of the migrations, all of them', async () => {
  await using app = await testApp()
  const names = (await readTables(app.pool)).map(({ name }) => name)
  const made = await app.rows(
    `select relname as name from pg_class
     where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and relname <> 'schema_migrations'`,
  )
  expect(names.toSorted()).toEqual(made.map(({ name }) => name).toSorted())
})

test('the backup of a day is made once, again after a failure, and the owner sees how it went', async () => {
  await using app = await testApp()
  const owner = await signIn(app)
  const read = async () => (await owner.get('/api/admin/backups')).json()
  const none = { last: null, is_under_way: false, failure: null }
  expect(await read()).toEqual({ is_nightly: false, folder: null, is_encrypted: false, ...none })

  const [day, next] = ['2026-11-22', '2026-11-23']
  const begin = (of: string) => beginBackup(app.pool, of)
  const passes = (hours: number) =>
    app.rows(
      `update backups set began_at = began_at - interval '1 hour' * $1, ended_at = ended_at - interval '1 hour' * $1`,
      hours,
    )
  const id = (await begin(day))!
  expect(await begin(day)).toBeNull()
  await endBackup(app.pool, id, { file: '/backups/one', bytes: 5_000_000_000, entries: 7 })
  expect(await begin(day)).toBeNull()
  expect(await read()).toMatchObject({ last: { bytes: 5_000_000_000, entries: 7 }, failure: null })

  await endBackup(app.pool, (await begin(next))!, { problem: 'The disk is full.' })
  const failed = { last: { entries: 7 }, failure: { problem: 'The disk is full.' } }
  expect(await read()).toMatchObject(failed)
  expect(await begin(next)).toBeNull()
  await passes(2)
  const again = (await begin(next))!
  expect([await read(), await begin(next)]).toMatchObject([{ ...failed, is_under_way: true }, null])
  await forgetBackup(app.pool, again)
  const third = (await begin(next))!
  await failUnended(app.pool, third, 'It was killed.')
  expect(await read()).toMatchObject({ failure: { problem: 'It was killed.' } })
  await passes(2)
  await endBackup(app.pool, (await begin(next))!, { file: '/backups/two', bytes: 1, entries: 8 })
  await failUnended(app.pool, third, 'It was killed.')
  expect(await read()).toMatchObject({ last: { entries: 8 }, failure: null })

  const given = (await begin('2026-11-24'))!
  await passes(0.4)
  await renewBackup(app.pool, given)
  await passes(0.4)
  expect(await begin('2026-11-24')).toBeNull()
  // A backup that is no longer renewed may begin again: its server was killed too.
  await passes(0.2)
  await forgetBackup(app.pool, (await begin('2026-11-24'))!)
  expect(await begin('2026-11-24')).not.toBe(given)
})

longTest(
  'a backup removes and changes only its own files, and holds every table of the list and no other',
  async () => {
    await using folder = await newFolder()
    await using app = await testApp()
    await app.join()
    const tables = await app.rows(
      `select relname from pg_class where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace`,
    )
    expect(tables.map(({ relname }) => relname).sort()).toEqual(
      ['schema_migrations', ...(await tablesOfMigrations())].sort(),
    )
    await app.rows('create table "not ours" (id integer)')
    const [dataDir, backups] = [join(folder.path, 'data'), join(folder.path, 'backups')]
    const options = { dataDir, folder: backups, passphrase: null, signal: new AbortController().signal }
    const [ours, others] = [randomUUID(), randomUUID()]
    await createJournal(dataDir).append([ours])
    await createJournal(backups).append([others])
    const first = await underClaim(() => makeBackup(app.database.connection, options))
    const list = /-([0-9a-f]{8})\.sql\.zst$/.exec(first.file)![1]!
    const of = (id: string, count: number) =>
      Array.from({ length: count }, (_, day) => `firstchair-2099-01-${10 + day}T030000.000Z-${id}.sql.zst`)
    const kept = ['.check-mine', `firstchair-before-launch.sql.zst`, ...of('00000000', 15), ...of(list, 15).slice(2)]
    for (const name of [...kept, ...of(list, 2)]) await writeFile(join(backups, name), '')
    await mkdir(join(checkFolder(dataDir), 'postgres'), { recursive: true })
    const killed = join(backups, 'killed.unchecked')
    await writeFile(killed, '')
    await noteUnfinished(dataDir, killed)

    const second = await underClaim(async () => {
      expect(await claimWork(dataDir)).toBeNull()
      return makeBackup(app.database.connection, options)
    })

    expect((await readdir(backups)).sort()).toEqual([...kept, 'erased-entries', basename(second.file)].sort())
    expect(await createJournal(backups).read()).toEqual(new Set([ours, others]))
    await removeLeftovers(dataDir)
    expect((await readdir(join(dataDir, '.backup'))).sort()).toEqual(['lock', 'owner'])

    const makeIn = (where: string) => makeBackup(app.database.connection, { ...options, folder: where })
    for (const where of [second.file, join(second.file, 'below'), '/proc/firstchair'])
      await expect(makeIn(where)).rejects.toThrow(
        /^The backup folder \S+ cannot be written \(.+\)\. Give this user access to it, or choose another folder for backups\.$/,
      )
    // This file system has no free space.
    await expect(requireRoom(app.database.connection, '/proc')).rejects.toThrow('has no room for the check of a backup')
    const write = () => writeBackupFile(second.file, Readable.from(['x']), { passphrase: null })
    await expect(write()).rejects.toThrow('file already exists')
    expect((await readFile(second.file)).length).toBe(second.bytes)

    async function underClaim<Done>(work: () => Promise<Done>): Promise<Done> {
      const claim = (await claimWork(dataDir))!
      return work().finally(claim.release)
    }
  },
)

function half(content: Buffer): number {
  return Math.floor(content.length / 2)
}

function changedAt(content: Buffer, at: number): Buffer {
  const changed = Buffer.from(content)
  changed[at]! ^= 0x55
  return changed
}

/** Fills the list with answers that contain every character that `copy` has to escape, with acts and with jobs. */
async function fill(app: TestApp) {
  const first = await app.join({
    business_name: 'Tab\\new\ttab',
    problems: ['Other'],
    other_problem: '\\.\n"\r\n\\N,💇🏽',
  })
  for (let index = 0; index < 20; index += 1) await app.join({ used_referral_code: first.referral_code })
  const owner = await actingOwner(app)
  await using worker = await testApp({ beside: app, work: true })
  await owner.act({ kind: 'tag', tag: 'vip', select: { filters: { range: 'all' } } })
  const [{ id }] = await app.rows('select id from waitlist_entries order by joined_position desc limit 1')
  await owner.act({ kind: 'erase', select: { ids: [id] } })
  await owner.act({ kind: 'reject', select: { filters: { range: 'all', referred: 'yes' } } })
  await until(() => isQueueIdle(worker))
  await app.rows(`insert into site_logos values ('logo', 120, 40)`)
  await app.rows(`insert into site_logo_files values ('logo', 'logo.png', '\\x00')`)
  await app.list()
}

/** Every row of every table outside `leftOut`. */
async function contentOf(app: Pick<TestApp, 'rows'>, leftOut = NOT_COMPARED): Promise<Record<string, string[]>> {
  const tables = await app.rows(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  const content: Record<string, string[]> = {}
  for (const { name } of tables.filter((table) => !leftOut.includes(table.name))) {
    const rows = await app.rows(`select t::text as row from ${name} t`)
    content[name] = rows.map(({ row }) => row).sort()
  }
  return content
}

function asDatabase({ connection }: Pick<TestDatabase, 'connection'>): TestDatabase {
  return { connection, drop: async () => {} }
}

async function newFolder() {
  const path = await mkdtemp(join(tmpdir(), 'firstchair-backup-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) }
}
