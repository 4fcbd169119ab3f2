import { expect, test } from 'vitest'
import { createDatabase } from '../../../test/servers/database.ts'
import { ensureAccess } from './invitations.ts'
import { matchesPassword, readPasswordHash, renewPassword } from './password.ts'
import { createPool } from '../db/pool.ts'

test('each start makes a link for the setup, until somebody has chosen a password', async () => {
  await using db = await database()

  const first = await ensureAccess(db.pool, undefined)
  const second = await ensureAccess(db.pool, undefined)

  expect(first).toMatch(/^[\w-]{43}$/)
  expect(second).not.toBe(first)
  await renewPassword(db.pool)
  expect(await ensureAccess(db.pool, undefined)).toBeNull()
})

test('a start with the setting makes no link', async () => {
  await using db = await database()
  expect(await ensureAccess(db.pool, 'from the settings')).toBeNull()
  expect(await db.opens('from the settings')).toBe(true)
})

test('the password follows the setting and stays when the setting is removed', async () => {
  await using db = await database()

  for (const setting of ['first choice', 'second choice']) {
    expect(await ensureAccess(db.pool, setting)).toBeNull()
    expect(await db.opens(setting)).toBe(true)
  }
  expect(await db.opens('first choice')).toBe(false)
  expect(await ensureAccess(db.pool, undefined)).toBeNull()
  expect(await db.opens('second choice')).toBe(true)
})

test('a start with the same setting leaves the hash unchanged', async () => {
  await using db = await database()
  await ensureAccess(db.pool, 'a choice')
  const hash = await readPasswordHash(db.pool)

  await ensureAccess(db.pool, 'a choice')

  expect(await readPasswordHash(db.pool)).toBe(hash)
})

test('a renewed password replaces the lost one', async () => {
  await using db = await database()
  const { password: lost } = await renewPassword(db.pool)

  const { password: renewed } = await renewPassword(db.pool)

  expect(await db.opens(renewed)).toBe(true)
  expect(await db.opens(lost)).toBe(false)
})

test('a setting that did not change replaces no password that was chosen after it, and enables nobody', async () => {
  await using db = await database()
  await ensureAccess(db.pool, 'from the settings')
  const { password: chosen } = await renewPassword(db.pool)
  await db.pool.query('update accounts set disabled_at = now()')

  await ensureAccess(db.pool, 'from the settings')
  expect(await db.opens(chosen)).toBe(true)
  await ensureAccess(db.pool, 'another in the settings')
  expect(await db.opens('another in the settings')).toBe(true)
  expect((await db.pool.query('select from accounts where disabled_at is null')).rowCount).toBe(0)
})

async function database() {
  const { connection, drop } = await createDatabase()
  const pool = createPool(connection, { max: 3, name: 'test', onError: () => {} })
  return {
    pool,
    opens: async (password: string) => matchesPassword(password, (await readPasswordHash(pool))!),
    async [Symbol.asyncDispose]() {
      await pool.end()
      await drop()
    },
  }
}
