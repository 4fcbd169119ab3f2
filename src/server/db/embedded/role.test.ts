import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runOnce } from '../../../../test/servers/database.ts'
import { ownPostgres } from '../../../../test/servers/own-postgres.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import { prepareList } from '../../listing/prepare-list.ts'
import type { Connection } from '../client.ts'
import { attachDatabase, openDatabase } from '../opening/database.ts'
import { readSecret } from './cluster.ts'
import { migrate } from '../migrate.ts'
import { longTest } from '../../../../test/runs.ts'
import { onOwnClient } from '../pool.ts'

const owner = 'this test'

test('the program owns its database, and cannot do what needs a superuser', async () => {
  await using place = await newPlace()
  const { connection, close } = await openDatabase(place, { owner })
  try {
    await using app = await appOn(connection)

    expect((await app.joinMany(2)).map(({ position }) => position)).toEqual([1, 2])
    expect(await ownersOf(app)).toEqual(['firstchair'])
    expect(
      await app.rows(
        'select rolsuper, rolcreaterole, rolcreatedb, rolreplication from pg_roles where rolname = current_user',
      ),
    ).toEqual([{ rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolreplication: false }])
    for (const forbidden of [
      `copy people to program 'id'`,
      `select pg_read_file('/etc/passwd')`,
      `set log_statement = 'all'`,
      `alter system set fsync = off`,
      'select * from pg_authid',
      'alter role firstchair superuser',
    ]) {
      await expect(runOnce(connection, forbidden)).rejects.toThrow('permission denied')
    }
  } finally {
    await close()
  }
})

longTest('objects that an earlier version created as the superuser are taken over, and work as before', async () => {
  await using place = await newPlace()
  {
    // Earlier versions connected as the superuser.
    await using earlier = await ownPostgres(place.dataDir)
    await using app = await appOn(earlier.connection)
    await app.joinMany(2)
    await app.rows(`create view "Owner's notes" as select email from waitlist_entries; create sequence tickets;
      create function answer() returns integer language sql as 'select 42'; create type mood as enum ('fine')`)
    expect(await ownersOf(app)).toEqual(['postgres'])
  }

  const { connection, close } = await openDatabase(place, { owner })
  try {
    await using app = await appOn(connection)
    expect(await ownersOf(app)).toEqual(['firstchair'])
    expect((await app.joinMany(1)).map(({ position }) => position)).toEqual([3])
    expect(await app.verify()).toEqual([])
    expect(await app.rows('select count(*)::int as people from "Owner\'s notes"')).toEqual([{ people: 3 }])
    await app.rows('alter table waitlist_entries add column later integer')
  } finally {
    await close()
  }
})

test('the password in the file opens the database for pg_dump, as the superuser', async () => {
  await using place = await newPlace()
  const { connection, close } = await openDatabase(place, { owner })
  const password = await readSecret(join(place.dataDir, 'postgres'))

  expect(password).not.toBe(connection.password)
  const { rows } = await runOnce(
    { ...connection, user: 'postgres', password },
    `select current_setting('is_superuser') as super`,
  )
  expect(rows).toEqual([{ super: 'on' }])
  await close()
})

longTest('a tool waits for a database that has not been handed over yet', async () => {
  await using place = await newPlace()
  const { connection, close } = await openDatabase(place, { owner })
  const superuser = { ...connection, user: 'postgres', password: await readSecret(join(place.dataDir, 'postgres')) }
  await runOnce(superuser, 'alter role firstchair rename to later')
  const attached = attachDatabase(place, { owner: 'a tool' })
  setTimeout(() => void runOnce(superuser, `alter role later rename to firstchair`), 500)

  expect((await attached).connection).toEqual(connection)
  await close()
})

async function appOn(connection: Connection) {
  await migrate(connection)
  await onOwnClient(connection, (client) => prepareList(client, { timeZone: 'Europe/London' }))
  return testApp({ beside: { database: { connection, drop: async () => {} } } })
}

/** Objects that neither PostgreSQL nor its extensions created. */
async function ownersOf(app: TestApp): Promise<string[]> {
  const rows = await app.rows(`
    select distinct owner::regrole::text from (
      select datdba from pg_database where datname = current_database()
      union all select relowner from pg_class where relnamespace = 'public'::regnamespace
      union all select proowner from pg_proc where proname = 'answer'
      union all select typowner from pg_type where typname = 'mood'
    ) as found (owner) order by 1`)
  return rows.map(({ owner }) => owner)
}

async function newPlace() {
  const dataDir = await mkdtemp(join(await realpath(tmpdir()), 'firstchair-role-'))
  return {
    dataDir,
    databaseUrl: undefined,
    [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true, force: true, maxRetries: 10 }),
  }
}
