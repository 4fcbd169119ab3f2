import { expect, test } from 'vitest'
import { createDatabase, runOnce } from '../../../test/servers/database.ts'
import type { Client } from './client.ts'
import { createPool } from './pool.ts'

test('a pool reports connections that PostgreSQL closes, but none after its own end', async () => {
  const database = await createDatabase()
  const reported: string[] = []
  const pool = createPool(database.connection, {
    max: 1,
    name: 'test',
    onError: ({ message }) => reported.push(message),
  })
  const closeConnection = () =>
    runOnce(
      database.connection,
      `select pg_terminate_backend(pid, 10000) from pg_stat_activity
       where datname = current_database() and application_name = 'firstchair test'`,
    )
  await pool.query('select')
  await closeConnection()
  await expect.poll(() => reported).toEqual(['terminating connection due to administrator command'])

  const client = await new Promise<Client>((connected) => {
    pool.once('connect', (client) => connected(client as unknown as Client))
    void pool.query('select')
  })
  await pool.query('select')
  const isClosed = new Promise((closed) => void client.connection.stream.once('close', closed))
  // As if PostgreSQL stopped before it has read the goodbye.
  client.connection.stream.cork()
  await pool.end()
  await closeConnection()
  await isClosed

  expect(reported).toHaveLength(1)
  await database.drop()
})
