import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDatabase, runOnce, type TestDatabase } from '../../../test/servers/database.ts'
import { createPipeline, inTransaction, type Pipeline, together, type Transaction } from './query.ts'
import { createPool } from './pool.ts'

let database: TestDatabase
let pool: ReturnType<typeof createPool>
let pipeline: Pipeline
beforeEach(async () => {
  database = await createDatabase()
  await runOnce(database.connection, 'create table notes (note integer primary key)')
  pool = createPool(database.connection, { max: 4, name: 'test', onError: () => {}, prepared: true })
  pipeline = createPipeline(pool)
})
afterEach(async () => {
  await pool.end()
  await database.drop()
})

const write = (note: number) =>
  pipeline((tx, commit) => together([tx.query('insert into notes values ($1)', [note]), commit()]))
const notes = async () => (await pool.query('select note from notes order by note')).rows.map(({ note }) => note)

test('transactions that are sent before the last has answered run in that order, on one connection', async () => {
  const done: { turn: number; pid: number }[] = []
  const ask = (tx: Transaction) => tx.query('select pg_backend_pid() as pid, pg_sleep(0.05)')
  await Promise.all(
    [1, 2, 3].map((turn) =>
      pipeline(async (tx, commit) => {
        const [{ rows }] = await together([ask(tx), commit()])
        done.push({ turn, pid: rows[0].pid })
      }),
    ),
  )

  expect(done.map(({ turn }) => turn)).toEqual([1, 2, 3])
  expect(new Set(done.map(({ pid }) => pid)).size).toBe(1)
  expect(pool.idleCount).toBe(pool.totalCount)
})

test('a refused statement undoes its own transaction and no other', async () => {
  const outcomes = await Promise.allSettled([write(1), write(1), write(2)])

  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await notes()).toEqual([1, 2])
})

test('work that throws before it sends its commit stores nothing', async () => {
  const work = pipeline(async (tx) => {
    await tx.query('insert into notes values ($1)', [1])
    throw new Error('changed my mind')
  })

  await expect(work).rejects.toThrow('changed my mind')
  await write(2)
  expect(await notes()).toEqual([2])
})

test('a lost connection fails the transactions in progress, and the next transaction gets a new one', async () => {
  const lost = Promise.allSettled([
    pipeline((tx, commit) => together([tx.query('select pg_sleep(10)'), commit()])),
    write(1),
  ])
  await expect
    .poll(
      async () =>
        (
          await pool.query(
            `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'select pg_sleep%'`,
          )
        ).rowCount,
    )
    .toBe(1)

  expect((await lost).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await write(2)
  expect(await notes()).toEqual([2])
})

test('a read-only connection is given up, also while other transactions are in progress on it', async () => {
  await pipeline((tx) => tx.query('set default_transaction_read_only = on'))
  const reading = pipeline((tx, commit) => together([tx.query('select pg_sleep(1)'), commit()]))

  await expect(write(1)).rejects.toThrow('read-only transaction')
  await write(2)
  await reading
  expect(await notes()).toEqual([2])
})

test('a single transaction also gives up a read-only connection', async () => {
  const insert = (note: number) => inTransaction(pool, (tx) => tx.query('insert into notes values ($1)', [note]))
  await pool.query('set default_transaction_read_only = on')

  await expect(insert(1)).rejects.toThrow('read-only transaction')
  await insert(2)
  expect(await notes()).toEqual([2])
})
