import { expect, test } from 'vitest'
import { GOALS, PROBLEMS } from '#site/questionnaire.ts'
import { runOnce } from '../../../test/database.ts'
import { emptyDatabase, migrateUntil } from '../../../test/migrations.ts'
import { until } from '../../../test/process.ts'
import { startJobs } from '../deliveries/start-jobs.ts'
import { prepareList } from '../listing/prepare-list.ts'
import { isMigrated, migrate, oneAtATime } from './migrate.ts'
import { onOwnClient } from './pool.ts'

test('two processes that start at the same time on an empty database both find it ready', async () => {
  await using database = await emptyDatabase()
  const { connection } = database

  await Promise.all([migrate(connection), migrate(connection), migrate(connection)])

  expect(await onOwnClient(connection, isMigrated)).toBe(true)
  const { rows } = await runOnce(connection, 'select version from schema_migrations order by version')
  expect(rows.map(({ version }) => version)).toEqual(rows.map((_row, index) => index))
})

test('two processes that start at the same time on a new list both prepare it', async () => {
  for (let round = 0; round < 5; round += 1) {
    await using database = await emptyDatabase()
    const { connection } = database
    await migrate(connection)
    const prepare = () => onOwnClient(connection, (client) => prepareList(client, { timeZone: 'Europe/London' }))

    await Promise.all([prepare(), prepare(), prepare()])

    const { rows } = await runOnce(connection, 'select count(*)::int as slots from choice_slots')
    expect(rows).toEqual([{ slots: PROBLEMS.length + GOALS.length }])
  }
})

test('two processes that start at the same time on a new list both find its queues', async () => {
  await using database = await emptyDatabase()
  const { connection } = database
  await migrate(connection)
  const onError = (error: Error) => expect.fail(error.message)

  const queues = await Promise.all(Array.from({ length: 8 }, () => startJobs({ connection, onError })))

  await Promise.all(queues.map((one) => one.stop()))
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

test('the second process waits for the first, however long that takes', async () => {
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

test('a migration that fails leaves nothing behind, and can be retried', async () => {
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

test('entries with too much history are trimmed to their newest records', async () => {
  await using database = await emptyDatabase()
  const { connection } = database
  await migrateUntil(connection, 6)
  await runOnce(
    connection,
    `insert into entry_revisions (id, entry_id, answers, replaced_at)
     select gen_random_uuid(), id, to_jsonb(n), now() + n * interval '1 second'
     from unnest(array[gen_random_uuid(), gen_random_uuid()]) as id, generate_series(1, 1000) as n;
     insert into submissions (entry_id, submission_id, position, referral_code, is_new, created_at)
     select gen_random_uuid(), 'the only one', 1, 'ABCDEF', true, now()
     union all
     select id, n::text, 1, 'ABCDEF', false, now() + n * interval '1 second'
     from gen_random_uuid() as id, generate_series(1, 1000) as n`,
  )

  await migrate(connection)

  const { rows: revisions } = await runOnce(
    connection,
    `select min(answers::integer) as oldest, count(*)::int as kept from entry_revisions group by entry_id`,
  )
  expect(revisions).toEqual([
    { oldest: 981, kept: 20 },
    { oldest: 981, kept: 20 },
  ])
  const { rows: submissions } = await runOnce(
    connection,
    `select min(submission_id) as oldest, count(*)::int as kept from submissions group by entry_id order by kept`,
  )
  expect(submissions).toEqual([
    { oldest: 'the only one', kept: 1 },
    { oldest: '1000', kept: 20 },
  ])
})
