import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { actingOwner } from '../../../test/acting-owner.ts'
import type { TestDatabase } from '../../../test/database.ts'
import { isQueueIdle } from '../../../test/erasing-owner.ts'
import { fakeSmtp } from '../../../test/fake-smtp.ts'
import { hurryUntil } from '../../../test/hurry.ts'
import { mailingApp } from '../../../test/mailing-app.ts'
import { emptyDatabase } from '../../../test/migrations.ts'
import { signIn } from '../../../test/owner.ts'
import { until } from '../../../test/process.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { holdServices } from '../deliveries/service-queries.ts'
import { writeFile as writeBackupFile } from './backup-files.ts'
import { beginBackup, endBackup, isDue } from './queries.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

/** A passphrase takes a second of one core, each time, on purpose. */
const LIMIT = 120_000
const PASSPHRASE = 'correct horse battery'
/** Of the running program, or written by the restore. */
const NOT_COMPARED = ['schema_migrations', 'admin_sessions', 'rate_counts', 'outside_services']

test(
  'a backup holds the list of one instant while people join, and what is restored sends nothing before its release',
  async () => {
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
    expect(await contentOf(restored)).toEqual(before)

    const owner = await signIn(restored)
    await restored.join({ email: 'after@example.com' })
    await owner.post('/api/admin/integrations/mail/test')
    await hurryUntil(
      restored,
      async () =>
        (await restored.rows(`select from pgboss.job where name = 'send-waitlist-email' and state < 'active'`)).length >
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
  },
  LIMIT,
)

test(
  'a file that is cut, changed or no backup is refused, and leaves the database empty',
  async () => {
    await using folder = await newFolder()
    await using app = await testApp()
    await app.joinMany(30)
    const write = async (passphrase: string | null) => {
      const file = join(folder.path, 'list')
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
    expect((await restoreBackup(target.connection, damaged, { passphrase: null })).entries).toBe(30)
    await expect(restoreBackup(target.connection, damaged, { passphrase: null })).rejects.toThrow(
      'already holds a list of 30 people',
    )

    async function expectRefused(content: Buffer, passphrase: string | null) {
      await writeFile(damaged, content)
      await expect(restoreBackup(target.connection, damaged, { passphrase })).rejects.toThrow(
        /is no backup|is damaged|is not whole|not the passphrase|no backup that this version/,
      )
    }
  },
  LIMIT,
)

test('the backup of a day is made once, again after a failure, and the owner sees how it went', async () => {
  await using app = await testApp()
  const owner = await signIn(app)
  const read = async () => (await owner.get('/api/admin/backups')).json()
  expect(await read()).toEqual({ is_nightly: false, last: null, failure: null })

  const [day, next] = ['2026-11-22', '2026-11-23']
  const id = (await beginBackup(app.pool, day))!
  expect([await isDue(app.pool, day), await beginBackup(app.pool, day), await isDue(app.pool, next)]).toEqual([
    false,
    null,
    true,
  ])
  await endBackup(app.pool, id, { file: '/backups/one', bytes: 5_000_000_000, entries: 7 })
  expect(await isDue(app.pool, day)).toBe(false)
  expect(await read()).toMatchObject({ last: { bytes: 5_000_000_000, entries: 7 }, failure: null })

  await endBackup(app.pool, (await beginBackup(app.pool, next))!, { problem: 'The disk is full.' })
  expect(await read()).toMatchObject({ last: { entries: 7 }, failure: { problem: 'The disk is full.' } })
  expect(await isDue(app.pool, next)).toBe(false)
  await app.rows(`update backups set ended_at = ended_at - interval '2 hours' where day = $1`, next)
  expect(await isDue(app.pool, next)).toBe(true)
  await app.rows(`update backups set ended_at = ended_at - interval '3 hours' where day = $1`, day)
  await endBackup(app.pool, (await beginBackup(app.pool, next))!, { file: '/backups/two', bytes: 1, entries: 8 })
  expect(await read()).toMatchObject({ last: { entries: 8 }, failure: null })
})

function half(content: Buffer): number {
  return Math.floor(content.length / 2)
}

function changedAt(content: Buffer, at: number): Buffer {
  const changed = Buffer.from(content)
  changed[at]! ^= 0x55
  return changed
}

/** Answers with every character that `copy` has to escape, people who act, and jobs that wait. */
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
}

/** Every row of every table. */
async function contentOf(app: TestApp): Promise<Record<string, string[]>> {
  const tables = await app.rows(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  const content: Record<string, string[]> = {}
  for (const { name } of tables.filter((table) => !NOT_COMPARED.includes(table.name))) {
    const rows = await app.rows(`select t::text as row from ${name} t`)
    content[name] = rows.map(({ row }) => row).sort()
  }
  const jobs = await app.rows(`select name, data::text from pgboss.job where state < 'active'`)
  content.jobs = jobs.map((job) => JSON.stringify(job)).sort()
  return content
}

function asDatabase({ connection }: Pick<TestDatabase, 'connection'>): TestDatabase {
  return { connection, drop: async () => {} }
}

async function newFolder() {
  const path = await mkdtemp(join(tmpdir(), 'firstchair-backup-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) }
}
