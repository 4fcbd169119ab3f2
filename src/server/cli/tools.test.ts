import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createDatabase, runOnce, type TestDatabase } from '../../../test/servers/database.ts'
import { start } from '../../../test/servers/process.ts'
import { matchesPassword, readPasswordHash, renewPassword } from '../accounts/password.ts'

const MAIN = join(import.meta.dirname, '../main.ts')
const PEOPLE = `select email, business_name, position, referrals, created_at::date from waitlist_entries order by joined_position`

test('seeding is repeatable, credits friends, writes no jobs, adds others the next time, and passes verification', async () => {
  await using first = await disposable()
  await using second = await disposable()
  for (const database of [first, second]) {
    expect(await run('seed', database, '400')).toMatchObject({ code: 0, stdout: expect.stringContaining('Added 400') })
  }
  const { rows } = await runOnce(first.connection, PEOPLE)
  expect(rows).toEqual((await runOnce(second.connection, PEOPLE)).rows)
  expect(rows.filter(({ referrals }) => referrals > 0).length).toBeGreaterThan(40)
  expect(rows.every(({ email }) => /@salon-\d+\.example$/.test(email))).toBe(true)

  expect(await run('seed', first, '50')).toMatchObject({ code: 0 })
  expect(
    (await runOnce(first.connection, 'select count(distinct email)::int as people from waitlist_entries')).rows,
  ).toEqual([{ people: 450 }])
  expect((await runOnce(first.connection, 'select from outbox')).rows).toEqual([])
  expect(await run('verify', first)).toMatchObject({ code: 0, stdout: expect.stringContaining('(450 emails)') })
})

test('verifying a broken list prints the offending rows and fails', async () => {
  await using database = await disposable()
  await run('seed', database, '10')
  await runOnce(database.connection, 'update waitlist_entries set referrals = 77 where joined_position = 4')

  const { code, stdout } = await run('verify', database)

  expect(code).toBe(1)
  expect(stdout).toMatch(/^BROKEN {2}Friends and positions are those of the rule/m)
  expect(stdout).toContain('"referrals":77')
  expect(stdout).toMatch(/^1 of \d+ rules are broken\.$/m)
})

test.each(['', 'many', '0', '1.5', '-3', '0x10'])('seeding "%s" people prints the usage', async (count) => {
  await using database = await disposable()

  expect(await run('seed', database, count)).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('npm run seed -- 5000'),
  })
})

test('tools refuse arguments they do not know', async () => {
  await using database = await disposable()

  expect(await run('seed', database, '5', '6')).toMatchObject({ code: 1, stderr: 'npm run seed takes 1 argument.\n' })
  expect(await run('verify', database, 'twice')).toMatchObject({
    code: 1,
    stderr: 'npm run verify takes no arguments.\n',
  })
})

test('verifying neither creates a missing database nor migrates an old one', async () => {
  const missing = join(tmpdir(), `firstchair-${crypto.randomUUID()}`)
  const { code, stderr } = await start(command('verify'), { env: { DATA_DIR: missing } }).end
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: `There is no data in ${missing} yet. Start the server first, or correct DATA_DIR.\n`,
  })
  expect(existsSync(missing)).toBe(false)

  await using database = await disposable()
  await runOnce(
    database.connection,
    `update schema_migrations set version = 78, name = '0078-version-1.0' where version = 299`,
  )
  expect(await run('verify', database)).toMatchObject({ code: 1, stderr: expect.stringContaining('at version 78') })
  expect((await runOnce(database.connection, 'select from schema_migrations')).rowCount).toBe(2)
})

test('an older version refuses a newer list and says how many people a way back would lose', async () => {
  await using database = await disposable()
  await run('seed', database, '5')
  await runOnce(
    database.connection,
    `update waitlist_entries set created_at = date '2026-03-01' + joined_position::int`,
  )
  await runOnce(
    database.connection,
    `insert into schema_migrations (version, applied_at) values (9998, '2026-03-03T12:00Z'), (9999, now())`,
  )
  const refusal = async () => (await start([process.execPath, MAIN], environment(database)).end).stderr

  expect(await refusal()).toMatch(
    /database is at version 9999.*changed it at 2026-03-03T12:00:00.000Z.* the 3 people who have joined since/,
  )

  await runOnce(database.connection, 'alter table waitlist_entries rename to people')
  expect(await refusal()).toMatch(/Start a newer version of it\.\n$/)
})

test('a new password always lets the operator in, also with ADMIN_PASSWORD and a disabled account', async () => {
  await using database = await disposable()
  await using client = await connected(database)
  const { password: lost } = await renewPassword(client)
  const isOpenedBy = async (password: string) => matchesPassword(password, (await readPasswordHash(client))!)

  const { code, stdout } = await run('admin-password', database)

  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^The new password of the dashboard is ([a-z2-9]{5}-){3}[a-z2-9]{5}\n$/),
  })
  expect(await isOpenedBy(stdout.trim().split(' ').at(-1)!)).toBe(true)
  expect(await isOpenedBy(lost)).toBe(false)

  const { env } = environment(database)
  await client.query(`update accounts set disabled_at = now(), role = 'reader', email = 'first@example.com'`)
  const again = await start(command('admin-password'), { env: { ...env, ADMIN_PASSWORD: 'chosen by the owner' } }).end
  expect(again.stdout).toMatch(
    /^Sign in to the dashboard with first@example.com\nThe new password of the dashboard is \S+\n$/,
  )
  expect(await isOpenedBy(again.stdout.trim().split(' ').at(-1)!)).toBe(true)
  expect((await client.query('select role, disabled_at from accounts')).rows).toEqual([
    { role: 'owner', disabled_at: null },
  ])
})

async function disposable(): Promise<TestDatabase & AsyncDisposable> {
  const database = await createDatabase()
  return { ...database, [Symbol.asyncDispose]: database.drop }
}

async function connected({ connection }: TestDatabase) {
  const client = new pg.Client(connection)
  await client.connect()
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() })
}

async function run(tool: 'seed' | 'verify' | 'admin-password', database: TestDatabase, ...args: string[]) {
  return start(command(tool, ...args), environment(database)).end
}

function environment({ connection }: TestDatabase) {
  const { host, user, password, database } = connection
  const url = `postgres://${user}:${String(password)}@localhost/${database}?host=${encodeURIComponent(String(host))}`
  return { env: { DATABASE_URL: url } }
}

function command(tool: string, ...args: string[]): string[] {
  return [process.execPath, join(import.meta.dirname, `${tool}.ts`), ...args]
}
