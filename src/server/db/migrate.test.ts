import { expect, test } from 'vitest'
import { offered } from '#shared/site/offered.ts'
import { runOnce } from '../../../test/servers/database.ts'
import { emptyDatabase } from '../../../test/servers/migrations.ts'
import { until } from '../../../test/servers/process.ts'
import { prepareList } from '../listing/prepare-list.ts'
import { FIRST_VERSION, isMigrated, migrate, oneAtATime } from './migrate.ts'
import type { Connection } from './client.ts'
import { longTest } from '../../../test/runs.ts'
import { onOwnClient } from './pool.ts'

/** SQL: finds the `alter table` of a migration while it waits for a lock. */
const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  and query like '%alter table invitations%'`

/** SQL: whatever makes tables behave in one way. */
const TABLES = `
  select concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default, generation_expression, is_identity) as one
  from information_schema.columns where table_schema = 'public'
  union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid))
  from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
  union all select indexdef from pg_indexes where schemaname = 'public'
  union all select concat_ws(' ', relname, reloptions, relpersistence) from pg_class where relnamespace = 'public'::regnamespace
  order by one`

test('two processes that start at the same time on an empty database both find it ready', async () => {
  await using database = await emptyDatabase()
  const { connection } = database

  await Promise.all([migrate(connection), migrate(connection), migrate(connection)])

  expect(await onOwnClient(connection, isMigrated)).toBe(true)
  const { rows } = await runOnce(connection, 'select version, name from schema_migrations order by version')
  expect(rows.slice(0, 2)).toEqual([
    { version: 0, name: null },
    { version: 299, name: '0299-version-1.1' },
  ])
  expect(new Set(rows.map(({ version }) => version)).size).toBe(rows.length)
})

test('two processes that start at the same time on a new list both prepare it', async () => {
  for (let round = 0; round < 5; round += 1) {
    await using database = await emptyDatabase()
    const { connection } = database
    await migrate(connection)
    const prepare = () => onOwnClient(connection, (client) => prepareList(client, { timeZone: 'Europe/London' }))

    await Promise.all([prepare(), prepare(), prepare()])

    const { rows } = await runOnce(connection, 'select count(*)::int as slots from choice_slots')
    expect(rows).toEqual([{ slots: offered('problems').length + offered('goals').length }])
  }
})

test('a role that may not create tables is told what would let it', async () => {
  await using database = await emptyDatabase()
  const { connection } = database
  await runOnce(connection, 'revoke create on schema public from pg_database_owner')

  const remedy = `alter database ${connection.database} owner to ${connection.user}`
  await expect(migrate(connection)).rejects.toThrow(
    `PostgreSQL does not let the role ${connection.user} set up the database (permission denied for schema public). As an administrator of PostgreSQL, make it the owner: ${remedy}`,
  )
})

longTest('the second process waits for the first, however long that takes', async () => {
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

test('a process that waits for another one ends its transaction between two looks, so that no index waits for it', async () => {
  await using database = await emptyDatabase()
  const { connection } = database
  await migrate(connection)
  const waiting = await onOwnClient(connection, async (first) => {
    await first.query('begin; select from schema_migrations where version = 0 for update')
    const waiting = [migrate(connection), oneAtATime(connection, async () => {})]
    await until(async () => {
      const { rows } = await runOnce(
        connection,
        `select from pg_stat_activity where datname = current_database() and state = 'idle' and query = 'commit'`,
      )
      return rows.length === waiting.length
    })
    await first.query('rollback')
    return waiting
  })

  await Promise.all(waiting)
})

test('a database that is ahead is refused in a sentence, and can still serve the servers that know it', async () => {
  await using database = await emptyDatabase()
  const { connection } = database
  await migrate(connection)
  await runOnce(connection, 'insert into schema_migrations (version) values (9999)')

  await expect(migrate(connection)).rejects.toThrow('The database is at version 9999')
  expect(await onOwnClient(connection, isMigrated)).toBe(true)
})

test('a database with tables of another program is refused in a sentence', async () => {
  await using database = await emptyDatabase()
  const { connection } = database
  await runOnce(connection, 'create table settings (name text)')

  await expect(migrate(connection)).rejects.toThrow(
    'Another program uses this database (relation "settings" already exists). Give Firstchair one of its own.',
  )
})

test('a migration that fails leaves nothing behind, and can be retried', async () => {
  await using database = await emptyDatabase()
  const { connection } = database
  await runOnce(connection, 'create table waves (in_the_way integer)')

  await expect(migrate(connection)).rejects.toThrow('"waves" already exists')
  expect((await runOnce(connection, `select to_regclass('waitlist_entries') as entries`)).rows).toEqual([
    { entries: null },
  ])

  await runOnce(connection, 'drop table waves')
  await migrate(connection)
  expect(await onOwnClient(connection, isMigrated)).toBe(true)
})

test('a list of version 1.0 gets the tables that a new list has', async () => {
  await using made = await emptyDatabase()
  await using changed = await emptyDatabase()
  await migrate(made.connection)
  await migrate(changed.connection, { until: FIRST_VERSION })

  await Promise.all([migrate(changed.connection), migrate(changed.connection)])

  const tables = (connection: Connection) => runOnce(connection, TABLES).then(({ rows }) => rows)
  expect(await tables(changed.connection)).toEqual(await tables(made.connection))
  expect(await onOwnClient(changed.connection, isMigrated)).toBe(true)
})

test('an older list is refused in a sentence that names what to start in between', async () => {
  await using database = await emptyDatabase()
  const { connection } = database
  await runOnce(connection, 'create table schema_migrations (version integer primary key, applied_at timestamptz)')
  await runOnce(connection, 'insert into schema_migrations (version) select generate_series(0, 77)')

  await expect(migrate(connection)).rejects.toThrow(
    'The tables of this list are of version 77, from before Firstchair 1.0. Start Firstchair 1.0 once with it, then this one again.',
  )
})

test('a list with another migration of the same number is refused', async () => {
  await using database = await emptyDatabase()
  const { connection } = database
  await migrate(connection)
  await runOnce(connection, `update schema_migrations set name = '0299-another' where version = 299`)

  await expect(migrate(connection)).rejects.toThrow(
    'Migration 299 of the database is 0299-another, and that of this program is 0299-version-1.1.',
  )
})

test('a migration that waits for a table steps back, so that nobody waits behind it for long', async () => {
  await using database = await emptyDatabase()
  const { connection } = database
  await migrate(connection, { until: FIRST_VERSION })
  const slowest = await onOwnClient(connection, async (reader) => {
    await reader.query('begin; select from invitations')
    const migrated = migrate(connection)
    await until(async () => (await runOnce(connection, WAITING)).rowCount === 1)
    let slowest = 0
    for (let round = 0; round < 5; round += 1) {
      const began = performance.now()
      await runOnce(connection, 'update invitations set state = state')
      slowest = Math.max(slowest, performance.now() - began)
    }
    await reader.query('rollback')
    await migrated
    return slowest
  })

  expect(await onOwnClient(connection, isMigrated)).toBe(true)
  // Each attempt of the migration waits for one second. Without its rollback, the first update would never end.
  expect(slowest).toBeLessThan(20_000)
})
