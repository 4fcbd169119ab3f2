import { expect, inject, test } from 'vitest'
import { runOnce } from '../../../test/database.ts'
import { attachDatabase, openDatabase } from './database.ts'

const owner = 'this test'

test('a PostgreSQL of the operator is used as it is, and described without its password', async () => {
  const database = await openDatabase(at({}), { owner })

  expect((await runOnce(database.connection, 'select current_user as name')).rows).toEqual([{ name: 'postgres' }])
  expect(database.describe).toBe(`PostgreSQL at ${inject('connection').host}, database postgres`)
  await database.close()
})

test('a tool uses the PostgreSQL of the operator too', async () => {
  const database = await attachDatabase(at({}), { owner })

  expect((await runOnce(database.connection, 'select 1 as one')).rows).toEqual([{ one: 1 }])
  await database.close()
})

test('a wrong password is said to be one', async () => {
  await expect(openDatabase(at({ password: 'wrong' }), { owner })).rejects.toThrow(
    'refuses the user or password of DATABASE_URL. Please correct it.',
  )
})

test('a missing database is named', async () => {
  await expect(openDatabase(at({ database: 'nowhere' }), { owner })).rejects.toThrow(
    'has no database named nowhere. Create it, or correct DATABASE_URL.',
  )
})

test('an address where nothing answers is named', async () => {
  const databaseUrl = 'postgres://user:secret@127.0.0.1:1/firstchair'

  await expect(openDatabase({ ...at({}), databaseUrl }, { owner })).rejects.toThrow(
    'PostgreSQL at 127.0.0.1:1 cannot be reached (connect ECONNREFUSED 127.0.0.1:1). Start it, or correct DATABASE_URL.',
  )
})

/** The tests' own PostgreSQL, as an operator would name it. */
function at(changes: { password?: string; database?: string }) {
  const { host, user, password, database } = { ...inject('connection'), ...changes }
  const address = `postgres://${user}:${password}@/${database}?host=${encodeURIComponent(String(host))}`
  return { databaseUrl: address, dataDir: '/nowhere' }
}
