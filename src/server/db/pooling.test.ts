import { expect, test } from 'vitest'
import { createDatabase, runOnce } from '../../../test/servers/database.ts'
import { pooler } from '../../../test/servers/pooler.ts'
import { standIn } from '../../../test/stand-in.ts'
import { testApp } from '../../../test/test-app.ts'
import { openDatabase, areLent } from './opening/database.ts'

test('a pooler that lends connections for one transaction is refused, with the setting to use instead', async () => {
  await using database = await disposable()
  await using lending = await pooler(database.connection, 'transaction')

  await expect(openDatabase({ databaseUrl: lending.url, dataDir: '/nowhere' }, { owner: 'this test' })).rejects.toThrow(
    `The pooler at 127.0.0.1:${lending.port} lends a connection for one transaction or statement at a time, and the server needs its connections for itself. Set the pooler to session mode (pool_mode = session in PgBouncer), or set DATABASE_URL to PostgreSQL's own address.`,
  )
})

test('a pooler in session mode works, although it does not know our settings', async () => {
  await using database = await disposable()
  // PostgreSQL compiles statements unless it is told not to. The embedded one never does.
  await runOnce(database.connection, `alter database ${database.connection.database} set jit = on`)
  await using pooling = await pooler(database.connection, 'session')
  const opened = await openDatabase({ databaseUrl: pooling.url, dataDir: '/nowhere' }, { owner: 'this test' })
  const { stand, taken } = standIn()
  const beside = { database: { ...database, connection: opened.connection } }
  const patience = { lock: 5_000, statement: 15_000, answer: 20_000 }
  await using app = await testApp({ beside, work: true, stand, patience })

  expect((await app.joinMany(3)).map(({ position }) => position)).toEqual([1, 2, 3])
  await expect.poll(() => taken('send-waitlist-email')).toHaveLength(3)
  expect((await app.app.inject('/readyz')).statusCode).toBe(200)
  const settings = await app.rows(
    `select current_setting('statement_timeout') as longest, current_setting('jit') as jit`,
  )
  expect(settings).toEqual([{ longest: '15s', jit: 'off' }])
  expect(await app.verify()).toEqual([])
})

test.each([
  { processes: 'its own each', pids: [[1], [2]], expected: false },
  { processes: 'the same for both', pids: [[1], [1]], expected: true },
  { processes: 'one after the other of two', pids: 'in turns of 2', expected: true },
  { processes: 'one after the other of three', pids: 'in turns of 3', expected: true },
  { processes: 'its own until somebody else takes it', pids: [[1], [2, 2, 2, 3]], expected: true },
])('connections that meet $processes: lent is $expected', async ({ pids, expected }) => {
  let turn = 0
  const connections = [0, 1].map((index) => {
    let asked = 0
    const next = () =>
      typeof pids === 'string' ? turn++ % Number(pids.at(-1)) : (pids[index]![asked++] ?? pids[index]!.at(-1)!)
    return { query: async () => ({ rows: [{ pid: next() }] }) }
  })

  expect(await areLent(connections as unknown as Parameters<typeof areLent>[0])).toBe(expected)
})

async function disposable() {
  const database = await createDatabase()
  return { ...database, [Symbol.asyncDispose]: database.drop }
}
