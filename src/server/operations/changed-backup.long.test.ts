import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as streamToText } from 'node:stream/consumers'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { expect, test } from 'vitest'
import { runOnce } from '../../../test/servers/database.ts'
import { emptyDatabase } from '../../../test/servers/migrations.ts'
import { testApp } from '../../../test/test-app.ts'
import type { Connection } from '../db/client.ts'
import { migrate } from '../db/migrate.ts'
import { prepareList, renewListing } from '../listing/prepare-list.ts'
import { checkInvariants } from './invariants.ts'
import { writeFile as writeBackupFile } from './backup-files.ts'
import { END_OF_ROWS, formatHead, formatTail, parseHead, parseTail } from './format.ts'
import { restoreBackup } from './restore-backup.ts'
import { LEFT_OUT, readTables } from './tables.ts'
import { writeBackup } from './make-backup.ts'
import { onOwnClient } from '../db/pool.ts'
import type { Transaction } from '../db/query.ts'

/** The schema of the first backups. */
const OLDER = 78

test('a backup whose list breaks a rule is refused with the rule, and the database stays as it was', async () => {
  await using backup = await newBackup()
  await using target = await emptyDatabase()
  const moved = backup.text.replace(/^(COPY waitlist_entries [^\n]+\n(?:[^\n]+\n){3}[^\t]+\t[^\t]+\t)\d+/m, '$1900')
  expect(moved).not.toBe(backup.text)

  const before = await contentOf(target.connection)
  await expect(backup.restore(target.connection, moved)).rejects.toThrow(
    /breaks \d+ of \d+ rules(.|\n)*The joining positions are 1 to N/,
  )
  expect(await contentOf(target.connection)).toEqual(before)

  // A server has been started on the database, but nobody has entered data.
  await migrate(target.connection)
  await (
    await testApp({ beside: { database: { ...target, drop: async () => {} } }, work: true })
  )[Symbol.asyncDispose]()
  const started = await contentOf(target.connection)
  await expect(backup.restore(target.connection, moved)).rejects.toThrow('breaks')
  expect(await contentOf(target.connection)).toEqual(started)

  expect((await backup.restore(target.connection, backup.text)).entries).toBe(8)
})

/** Changes of the text of a backup. */
const CHANGES: [what: string, change: (text: string) => string][] = [
  ['cut in the first line', (text) => text.slice(0, 30)],
  ['cut after the first line', (text) => text.slice(0, text.indexOf('\n') + 1)],
  ['cut in a row', (text) => text.slice(0, text.indexOf('@example.com'))],
  ['cut after a row', (text) => text.slice(0, text.indexOf('\n', text.indexOf('@example.com')) + 1)],
  ['cut after a table', (text) => text.slice(0, text.lastIndexOf(END_OF_ROWS) + END_OF_ROWS.length)],
  ['cut in the last line', (text) => text.slice(0, -2)],
  ['cut before the last end of line', (text) => text.slice(0, -1)],
  ['with rows after its end', (text) => text + tableOf(text, 'settings')],
  ['with itself after its end', (text) => text + text],
  ['with half a line after its end', (text) => `${text}x`],
  ['with an empty line after its end', (text) => `${text}\n`],
  ['with a table twice', (text) => beforeEnd(text, tableOf(text, 'referral_codes'))],
  ['with a table twice, the second without rows', (text) => beforeEnd(text, emptied(tableOf(text, 'mail_opt_outs')))],
  ['without a row', (text) => text.replace(/^[^\n]+\n\\\.\n/m, END_OF_ROWS)],
  [
    'with a wrong count',
    (text) => withTail(text, (rows) => ({ ...rows, waitlist_entries: rows.waitlist_entries! + 1 })),
  ],
  ['with the count of no table', (text) => withTail(text, (rows) => ({ ...rows, nothing: 0 }))],
  [
    'without a table and its count',
    (text) =>
      withTail(text.replace(tableOf(text, 'mail_opt_outs'), ''), (rows) =>
        Object.fromEntries(Object.entries(rows).filter(([name]) => name !== 'mail_opt_outs')),
      ),
  ],
  ['without a column', (text) => text.replace(/^(COPY mail_opt_outs \([^\n]+), [^,\n]+\) FROM/m, '$1) FROM')],
  [
    'that says another number of people',
    (text) => text.replace(/^[^\n]+\n/, (line) => formatHead({ ...parseHead(line.trimEnd())!, entries: 7 })),
  ],
]

test('a backup with a changed text is refused, and leaves nothing behind', async () => {
  await using backup = await newBackup()
  await using target = await emptyDatabase()
  const before = await contentOf(target.connection)
  for (const [what, change] of CHANGES) {
    const changed = change(backup.text)
    expect([what, changed === backup.text]).toEqual([what, false])
    const outcome = await backup.restore(target.connection, changed).then(
      () => 'restored',
      (error: Error) => error.message,
    )
    expect([what, outcome]).toEqual([what, expect.stringMatching(/not restored|is incomplete|no backup that this/)])
    expect(await contentOf(target.connection)).toEqual(before)
  }
  const compressed = zstdCompressSync(backup.text)
  for (const more of [zstdCompressSync(tableOf(backup.text, 'settings')), zstdCompressSync('x'), Buffer.from('more')]) {
    const outcome = backup.restoreFile(target.connection, Buffer.concat([compressed, more]))
    await expect(outcome).rejects.toThrow(/damaged|more follows its last line/)
  }
  expect(await contentOf(target.connection)).toEqual(before)
  expect((await backup.restoreFile(target.connection, compressed)).entries).toBe(8)
})

test('a backup of an older schema is brought to this one before it is checked', async () => {
  await using backup = await newBackup()
  await using older = await emptyDatabase()
  await migrate(older.connection, { until: OLDER })
  await using target = await emptyDatabase()
  const text = await onOwnClient(older.connection, textOf)
  expect(await backup.restore(target.connection, text)).toMatchObject({ schema: OLDER, entries: 0 })
  await onOwnClient(target.connection, (client) => prepareList(client, { timeZone: 'Europe/London' }))
  await using app = await testApp({ beside: { database: { ...target, drop: async () => {} } }, work: true })
  await app.join()
  expect(await app.verify()).toEqual([])
})

test('what an earlier version wrote in another way for the dashboard is written again, and breaks no rule', async () => {
  await using backup = await newBackup(
    `update entry_listing set business = 'Café' where entry_id = (select id from waitlist_entries where business_name = 'Café')`,
  )
  await using target = await emptyDatabase()
  await expect(backup.restore(target.connection, backup.text)).rejects.toThrow('text beyond ASCII')
  const renew = (tx: Transaction) => renewListing(tx, { timeZone: 'Europe/London' })
  expect(await backup.restore(target.connection, backup.text, { renew })).toMatchObject({ entries: 8 })
  const verdicts = await onOwnClient(target.connection, checkInvariants)
  expect(verdicts.filter(({ offending }) => offending.length > 0)).toEqual([])
})

/** Makes the backup of a database with an older schema, which lacks tables of the current schema. */
async function textOf(client: pg.Client): Promise<string> {
  let text = formatHead({ version: 1, schema: OLDER, taken_at: '2026-11-22T03:00:00.000Z', entries: 0 })
  const counts: Record<string, number> = {}
  for (const { name, columns } of await readTables(client)) {
    if (LEFT_OUT.includes(name)) continue
    const rows = client.query(copyTo(`copy (select ${columns.join(', ')} from ${name}) to stdout`))
    text += `COPY ${name} (${columns.join(', ')}) FROM stdin;\n${await streamToText(rows)}${END_OF_ROWS}`
    counts[name] = rows.rowCount
  }
  return text + formatTail({ rows: counts })
}

function tableOf(text: string, name: string): string {
  const from = text.indexOf(`COPY ${name} (`)
  return text.slice(from, text.indexOf(END_OF_ROWS, from) + END_OF_ROWS.length)
}

function emptied(table: string): string {
  return table.slice(0, table.indexOf('\n') + 1) + END_OF_ROWS
}

function beforeEnd(text: string, more: string): string {
  const end = text.lastIndexOf('--')
  return text.slice(0, end) + more + text.slice(end)
}

function withTail(text: string, change: (rows: Record<string, number>) => Record<string, number>): string {
  const end = text.lastIndexOf('--')
  return text.slice(0, end) + formatTail({ rows: change(parseTail(text.slice(end).trimEnd())!.rows) })
}

type Renewing = { renew?: (tx: Transaction) => Promise<void> }

/** Makes a list of eight people, one of whom referred a friend, runs a statement on it, and backs it up. */
async function newBackup(sql = 'select') {
  const folder = await mkdtemp(join(tmpdir(), 'firstchair-backup-'))
  const file = join(folder, 'list')
  await using app = await testApp()
  const [first] = await app.joinMany(7)
  await app.join({ used_referral_code: first!.referral_code, business_name: 'Café' })
  await app.list()
  await app.rows(sql)
  await writeBackupFile(file, writeBackup(app.database.connection), { passphrase: null })
  const text = zstdDecompressSync(await readFile(file)).toString()
  const restoreFile = async (connection: Connection, content: Buffer, options: Renewing = {}) => {
    await writeFile(file, content)
    return restoreBackup(connection, file, { passphrase: null, ...options })
  }
  return {
    text,
    restoreFile,
    restore: (connection: Connection, content: string, options?: Renewing) =>
      restoreFile(connection, zstdCompressSync(content), options),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}

/** Everything in a database: its relations, and the rows of its tables. */
async function contentOf(connection: Connection): Promise<Record<string, string[]>> {
  const { rows } = await runOnce(
    connection,
    `select n.nspname || '.' || c.relname as name, c.relkind as kind from pg_class c join pg_namespace n on n.oid = relnamespace
     where n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`,
  )
  const content: Record<string, string[]> = {}
  for (const { name, kind } of rows as { name: string; kind: string }[]) {
    const found = kind === 'r' ? (await runOnce(connection, `select t::text as row from ${name} t`)).rows : []
    content[name] = found.map(({ row }) => String(row)).sort()
  }
  const schemas = await runOnce(connection, `select nspname from pg_namespace where nspname !~ '^pg_(toast_)?temp'`)
  content.schemas = schemas.rows.map(({ nspname }) => String(nspname)).sort()
  return content
}
