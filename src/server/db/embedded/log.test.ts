import { once } from 'node:events'
import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import { exportEntries } from '../../listing/export-entries.ts'
import { prepareList } from '../../listing/prepare-list.ts'
import type { Connection } from '../client.ts'
import { openDatabase } from '../opening/database.ts'
import { migrate } from '../migrate.ts'
import { onOwnClient } from '../pool.ts'

const PERSON = 'needle@example.com'

test("PostgreSQL's log says what failed, and never quotes people's data", async () => {
  const dataDir = await mkdtemp(join(await realpath(tmpdir()), 'firstchair-log-'))
  const { connection, close } = await openDatabase({ dataDir, databaseUrl: undefined }, { owner: 'this test' })
  const log = () => readFile(join(dataDir, 'postgres.log'), 'utf8')
  try {
    await migrate(connection)
    await onOwnClient(connection, (client) => prepareList(client, { timeZone: 'Europe/London' }))
    await using app = await testApp({ beside: { database: { connection, drop: async () => {} } }, faulty: true })

    await interruptExport(app)
    await expect.poll(log).toContain('ERROR:  canceling statement due to user request')

    await stopReading(connection)
    await expect.poll(log).toMatch(/connection to client lost|Broken pipe/)

    await app.rows('create table people (email text primary key)')
    await app.rows('insert into people values ($1)', PERSON)
    await expect(app.rows('insert into people values ($1)', PERSON)).rejects.toThrow('people_pkey')
    await expect(app.rows(`insert into people values ('${PERSON}')`)).rejects.toThrow('people_pkey')
    await expect.poll(async () => (await log()).match(/ERROR: {2}duplicate key value/g)).toHaveLength(2)

    expect(await log()).not.toMatch(/needle|STATEMENT|DETAIL|CONTEXT|parameters/)
  } finally {
    await close()
    await rm(dataDir, { recursive: true })
  }
})

async function interruptExport(app: TestApp) {
  const blocker = await app.pool.connect()
  await blocker.query('begin; lock table waitlist_entries')
  const pages = await exportEntries(app.pool, { range: 'all', q: 'needle and thread', sort: 'submitted' }, new Date())
  const interrupted = Array.fromAsync(pages)
  interrupted.catch(() => {})
  const cancel = `select pg_cancel_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and query like 'copy%'`
  await expect.poll(() => app.rows(cancel)).toHaveLength(1)
  await expect(interrupted).rejects.toThrow('canceling statement')
  await blocker.query('rollback')
  blocker.release()
}

/** A client that disconnects before its answer arrives. */
async function stopReading(connection: Connection) {
  const reader = new pg.Client(connection)
  reader.on('error', () => {})
  await reader.connect()
  const { stream } = (reader as unknown as { connection: { stream: Socket } }).connection
  const lost = reader.query(`select repeat('${PERSON}', 1000) from generate_series(1, 100000)`)
  lost.catch(() => {})
  await once(stream, 'data')
  stream.destroy()
  await expect(lost).rejects.toThrow('Connection terminated')
}
