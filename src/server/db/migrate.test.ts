import { expect, inject, test } from 'vitest'
import { runOnce } from '../../../test/database.ts'
import { isMigrated, migrate } from './migrate.ts'
import type { Connection } from './client.ts'
import { onOwnClient } from './pool.ts'

test('two processes that start at once on an empty database both find it ready', async () => {
  await using database = await emptyDatabase()
  const { connection } = database

  await Promise.all([migrate(connection), migrate(connection), migrate(connection)])

  expect(await onOwnClient(connection, isMigrated)).toBe(true)
  const { rows } = await runOnce(connection, 'select version from schema_migrations order by version')
  expect(rows.map(({ version }) => version)).toEqual(rows.map((_row, index) => index))
})

test('whoever comes second waits for the first, however long that takes', async () => {
  await using database = await emptyDatabase()
  const { connection } = database
  await migrate(connection)
  const waited = await onOwnClient(connection, async (first) => {
    await first.query('begin; select from schema_migrations where version = 0 for update')
    const second = migrate(connection)
    await first.query('select pg_sleep(6)')
    await first.query('rollback')
    return second.then(() => true)
  })

  expect(waited).toBe(true)
})

test('a database that is ahead is refused in words, and can still serve the servers that know it', async () => {
  await using database = await emptyDatabase()
  const { connection } = database
  await migrate(connection)
  await runOnce(connection, 'insert into schema_migrations (version) values (9999)')

  await expect(migrate(connection)).rejects.toThrow('The database is at version 9999')
  expect(await onOwnClient(connection, isMigrated)).toBe(true)
})

test('a migration that fails leaves nothing behind, and can be tried again', async () => {
  await using database = await emptyDatabase()
  const { connection } = database
  await runOnce(connection, 'create table credits (in_the_way integer)')

  await expect(migrate(connection)).rejects.toThrow('"credits" already exists')
  expect((await runOnce(connection, `select to_regclass('waitlist_entries') as entries`)).rows).toEqual([
    { entries: null },
  ])

  await runOnce(connection, 'drop table credits')
  await migrate(connection)
  expect(await onOwnClient(connection, isMigrated)).toBe(true)
})

async function emptyDatabase(): Promise<{ connection: Connection } & AsyncDisposable> {
  const server = inject('connection')
  const database = `empty_${crypto.randomUUID().replaceAll('-', '')}`
  await runOnce(server, `create database ${database}`)
  return {
    connection: { ...server, database },
    [Symbol.asyncDispose]: async () => void (await runOnce(server, `drop database ${database} with (force)`)),
  }
}
