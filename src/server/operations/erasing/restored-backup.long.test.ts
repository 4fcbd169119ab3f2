import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../../test/servers/database.ts'
import { erasingOwner, isQueueIdle } from '../../../../test/people/erasing-owner.ts'
import { fakeNotion } from '../../../../test/services/fake-notion.ts'
import { startMain } from '../../../../test/servers/main-server.ts'
import { until } from '../../../../test/servers/process.ts'
import { joinRequest, testApp } from '../../../../test/test-app.ts'
import { bringErasures } from './replay-erasures.ts'
import { readJournal } from './journal.ts'
import { inTransaction } from '../../db/query.ts'

const PEOPLE = 1_500

test('after a kill -9 in the middle of an erasure the next server finishes it, and erases again whom a backup brings back', async () => {
  await using place = await newPlace()
  const { database } = place
  const env = { DATA_DIR: place.dataDir }
  await fill(database)
  const backup = await place.copy()
  await using app = await testApp({ beside: { database } })
  const owner = await erasingOwner(app)
  const act = await owner.beginAct({ kind: 'erase', select: { filters: { range: 'all' } } })
  {
    await using server = startMain(database, env)
    await server.line(/http:/)
    await until(async () => (await owner.detail(act)).changed > 0)
    server.child.kill('SIGKILL')
    await server.end
  }
  const { changed, state } = await owner.detail(act)
  expect({ changed, state }).toEqual({ changed: expect.any(Number), state: 'running' })
  expect(changed).toBeLessThan(PEOPLE)
  // The state after a crash between the write to the journal and the commit of the next part.
  const next = await app.rows(`select entry_id from act_entries where state = 'waiting' order by entry_id limit 100`)
  await appendFile(join(place.dataDir, 'erased-entries'), next.map(({ entry_id }) => `${entry_id}\n`).join(''))
  // Without this, the next server would take over the killed server's work only after its claims have ended.
  await app.rows('update outbox set claimed_until = now() where claimed_until > now()')
  {
    await using server = startMain(database, env)
    await server.line(/http:/)
    await until(async () => (await owner.detail(act)).state === 'done')
    server.child.kill('SIGINT')
    await server.end
  }
  expect(await owner.detail(act)).toMatchObject({ total: PEOPLE, changed: PEOPLE, skipped: 0 })
  expect(await app.verify()).toEqual([])
  const journal = await readFile(join(place.dataDir, 'erased-entries'), 'utf8')
  const ids = await app.rows('select id from waitlist_entries')
  expect(new Set(journal.split('\n').filter(Boolean))).toEqual(new Set(ids.map(({ id }) => id)))

  await using restored = await testApp({ beside: { database: backup } })
  expect(await restored.rows('select from erasures')).toEqual([])
  await restored.rows('update outside_services set held_at = now()')
  await using server = startMain(backup, env)
  await server.line(/Sending +held/)
  expect((await restored.rows('select count(*)::int as people from erasures'))[0].people).toBe(PEOPLE)
  expect(await restored.rows('select from waitlist_entries where email is not null')).toEqual([])
  expect(await restored.verify()).toEqual([])
})

test('a backup that knows nothing of a person’s page still has it erased, and a journal that was lost is made again', async () => {
  await using notion = await fakeNotion()
  await using place = await newPlace()
  const { database } = place
  const services = { notion: notion.config }
  {
    await using app = await testApp({ beside: { database }, work: true, services })
    await app.join({ email: 'stays@example.com' })
    await until(() => isQueueIdle(app))
    await app.rows(`update outside_services set paused_until = now() + interval '1 hour'`)
    await app.join({ email: 'erased@example.com' })
  }
  const backup = await place.copy()
  let id = ''
  {
    await using app = await testApp({ beside: { database }, work: true, services, dataDir: place.dataDir })
    await app.rows('update outside_services set paused_until = null')
    await until(async () => notion.pages.length === 2 && (await isQueueIdle(app)))
    notion.misbehave(() => ({ status: 503 }))
    id = (await app.entry('erased@example.com')).id
    await (await erasingOwner(app)).erase(id)
  }
  notion.misbehave(null)
  const { token, dataSourceId, baseUrl } = notion.config
  const settings = { NOTION_TOKEN: token, NOTION_DATA_SOURCE_ID: dataSourceId, NOTION_BASE_URL: baseUrl }
  await using app = await testApp({ beside: { database: backup } })
  const env = { DATA_DIR: place.dataDir, ...settings }
  {
    await using server = startMain(backup, env)
    await server.line(/http:/)
    await until(async () => (await app.rows('select from erasures')).length === 1)
    await app.rows('update outside_services set paused_until = null')
    await app.rows(`update outbox set due_at = now() where state = 'waiting'`)
    await until(() => notion.pages.some(({ in_trash }) => in_trash))
  }
  expect(notion.pages.map(({ in_trash, properties }) => [properties.Email.email, in_trash])).toEqual([
    ['stays@example.com', false],
    ['erased@example.com', true],
  ])
  expect(await app.verify()).toEqual([])

  await rm(join(place.dataDir, 'erased-entries'))
  await using server = startMain(backup, env)
  await server.line(/http:/)
  expect(await readFile(join(place.dataDir, 'erased-entries'), 'utf8')).toBe(`\n${id}\n`)
})

test('a restore brings the erasures that it finds near the backup to the next start, and warns where some may be missing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'firstchair-erasures-'))
  await using app = await testApp()
  await app.joinMany(2)
  const [other, third] = (await app.rows('select id from waitlist_entries order by joined_position')).map(
    ({ id }) => id,
  )
  const one = randomUUID()
  const [own, old] = [join(folder, 'new/erased-entries'), join(folder, 'old/erased-entries')]
  const nightly = join(folder, 'nightly/erased-entries')
  for (const each of ['old/backups', 'nightly']) await mkdir(join(folder, each), { recursive: true })
  const bring = (from: string, dataDir = join(folder, 'new')) =>
    inTransaction(app.pool, (tx) => bringErasures(tx, { backup: join(folder, from, 'list.sql.zst'), dataDir }))
  try {
    expect(await bring('nightly')).toMatch(/^WARNING: there is no file erased-entries.* copy that file/)
    expect([existsSync(dirname(own)), existsSync(own)]).toEqual([true, false])

    await writeFile(nightly, `${one}\n${other}\n`)
    const copyAlone = await bring('nightly')
    expect(copyAlone).toContain(`Knows of 1 erasure since this backup, from ${nightly}.`)
    expect(copyAlone).toContain(`cat OLD/erased-entries >> ${own}`)
    expect(await readJournal(own)).toEqual(new Set([one, other]))

    await writeFile(old, `${one}\n${third}\n`)
    const known = await bring('old/backups')
    expect(known).toContain(`Knows of 2 erasures since this backup, from ${own} and ${old}.`)
    expect(known).not.toContain('WARNING')
    expect(await readJournal(own)).toEqual(new Set([one, other, third]))
    expect(await bring('.', join(folder, 'old'))).toMatch(/^Knows of 1 erasure .*starts\.$/)
  } finally {
    await rm(folder, { recursive: true })
  }
})

/** Lets `PEOPLE` people join at once. */
async function fill(database: TestDatabase) {
  await using app = await testApp({ beside: { database } })
  await Promise.all(Array.from({ length: PEOPLE }, () => app.join(joinRequest())))
}

/** A data directory, and a database that can be copied while nobody uses it. Both are deleted after the test. */
async function newPlace() {
  const dataDir = join(tmpdir(), `firstchair-restored-${randomUUID()}`)
  const database = await createDatabase()
  const dropped = [database]
  return {
    dataDir,
    database,
    async copy() {
      const copy = await createDatabase(database.connection.database)
      dropped.push(copy)
      return copy
    },
    async [Symbol.asyncDispose]() {
      for (const each of dropped) await each.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
