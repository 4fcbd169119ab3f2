import { expect, test } from 'vitest'
import { createDatabase } from '../../../test/database.ts'
import { createPool } from '../db/pool.ts'
import { ensurePassword, matchesPassword, renewPassword } from './password.ts'
import { readPasswordHash } from './queries.ts'

test('the first start makes a password, and later starts neither show nor change it', async () => {
  await using db = await database()

  const password = await ensurePassword(db.pool, undefined)

  expect(password).toMatch(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/)
  expect(await db.opens(password!)).toBe(true)
  expect(await ensurePassword(db.pool, undefined)).toBeNull()
  expect(await db.opens(password!)).toBe(true)
})

test('when several servers start at once, one of them makes the password', async () => {
  await using db = await database()

  const passwords = await Promise.all([1, 2, 3].map(() => ensurePassword(db.pool, undefined)))

  const [password, ...others] = passwords.filter((made) => made !== null)
  expect(others).toEqual([])
  expect(await db.opens(password!)).toBe(true)
})

test('the password follows the setting and stays when the setting is removed', async () => {
  await using db = await database()

  for (const setting of ['first choice', 'second choice']) {
    expect(await ensurePassword(db.pool, setting)).toBeNull()
    expect(await db.opens(setting)).toBe(true)
  }
  expect(await db.opens('first choice')).toBe(false)
  expect(await ensurePassword(db.pool, undefined)).toBeNull()
  expect(await db.opens('second choice')).toBe(true)
})

test('a start with the same setting leaves the hash unchanged', async () => {
  await using db = await database()
  await ensurePassword(db.pool, 'a choice')
  const hash = await readPasswordHash(db.pool)

  await ensurePassword(db.pool, 'a choice')

  expect(await readPasswordHash(db.pool)).toBe(hash)
})

test('a renewed password replaces the lost one', async () => {
  await using db = await database()
  const lost = await ensurePassword(db.pool, undefined)

  const renewed = await renewPassword(db.pool)

  expect(await db.opens(renewed)).toBe(true)
  expect(await db.opens(lost!)).toBe(false)
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
