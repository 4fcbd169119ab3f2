import { setTimeout as pause } from 'node:timers/promises'
import { keptRows } from '../../../test/services/channel.ts'
import { expect, test } from 'vitest'
import { createDatabase, runOnce } from '../../../test/servers/database.ts'
import { changingAddress, primaryAndStandby } from '../../../test/servers/own-postgres.ts'
import { joinRequest, type TestApp, testApp } from '../../../test/test-app.ts'
import { prepareList } from '../listing/prepare-list.ts'
import type { Connection } from './client.ts'
import { openDatabase } from './opening/database.ts'
import { migrate } from './migrate.ts'
import { onOwnClient } from './pool.ts'

/** Everything must work again within this time, in milliseconds. */
const SOON = 2_000

test('a crowd can join again as soon as the address no longer leads to a standby', async () => {
  await using pair = await primaryAndStandby()
  await using address = await changingAddress(pair.primary.connection)
  await using app = await appOn(address.connection)
  await using crowd = crowdOf(app, 16)
  await expect.poll(() => crowd.since(0)[201]).toBeGreaterThan(20)

  address.leadTo(pair.standby)
  address.disconnect()
  await expect.poll(() => crowd.since(0)[503]).toBeGreaterThan(20)
  expect((await app.app.inject('/readyz')).statusCode).toBe(503)
  expect((await app.app.inject('/healthz')).statusCode).toBe(200)

  // Connections to the standby stay open.
  address.leadTo(pair.primary.connection)
  await expectHealed(app, crowd)
})

test('a database that was read-only for a while is used again as soon as it is writable', async () => {
  await using pair = await primaryAndStandby()
  const { connection } = pair.primary
  await using app = await appOn(connection)
  await using crowd = crowdOf(app, 16)
  await expect.poll(() => crowd.since(0)[201]).toBeGreaterThan(20)

  await runOnce(connection, 'alter system set default_transaction_read_only = on')
  await runOnce(connection, 'select pg_reload_conf()')
  await expect.poll(() => crowd.since(0)[503]).toBeGreaterThan(20)
  expect((await app.app.inject('/readyz')).statusCode).toBe(503)
  expect(app.pool.idleCount).toBe(0)

  await runOnce(connection, 'alter system reset default_transaction_read_only')
  await runOnce(connection, 'select pg_reload_conf()')
  await expectHealed(app, crowd)
})

test('each new connection takes the writable one of several hosts', async () => {
  await using pair = await primaryAndStandby()
  // The standby is named first.
  const database = await openDatabase({ databaseUrl: pair.url, dataDir: '/nowhere' }, { owner: 'this test' })
  expect(database.describe).toBe(`PostgreSQL at ${pair.primary.connection.host}, database postgres`)
  await using app = await appOn(database.connection)
  await using crowd = crowdOf(app, 16)
  await expect.poll(() => crowd.since(0)[201]).toBeGreaterThan(20)

  await pair.primary.stop()
  await expect.poll(() => crowd.since(0)[503]).toBeGreaterThan(20)
  expect((await app.app.inject('/readyz')).statusCode).toBe(503)
  await runOnce(pair.standby, 'select pg_promote()')
  await expectHealed(app, crowd)
})

test('a first host that hangs is given up, and everybody joins on the next one', async () => {
  const hosted = await createDatabase()
  await using first = await changingAddress(hosted.connection)
  await using second = await changingAddress(hosted.connection)
  const { user, password, database: name } = hosted.connection
  const [one, other] = [first, second].map(({ connection: { host, port } }) => `${host}:${port}`)
  const databaseUrl = `postgres://${user}:${String(password)}@${one},${other}/${name}`
  const { connection } = await openDatabase({ databaseUrl, dataDir: '/nowhere' }, { owner: 'this test' })
  {
    await using app = await appOn(connection, {
      deadline: 1_000,
      patience: { lock: 500, statement: 800, answer: 1_200 },
    })
    await using crowd = crowdOf(app, 16)
    await expect.poll(() => crowd.since(0)[201]).toBeGreaterThan(20)

    first.freeze()
    await expect.poll(() => crowd.since(0)[503]).toBeGreaterThan(0)
    // A connection without an answer is given up after 1.2 seconds, and a new one tries the first host for two seconds.
    await expectJoining(crowd, { after: 1_200 + 2_000 }).finally(first.thaw)
  }
  await hosted.drop()
})

test('all hosts that cannot be used are named', async () => {
  await using pair = await primaryAndStandby()
  await pair.primary.stop()
  const [primary, standby] = [pair.primary.connection.host, pair.standby.host]

  await expect(openDatabase({ databaseUrl: pair.url, dataDir: '/nowhere' }, { owner: 'this test' })).rejects.toThrow(
    new RegExp(
      `^No host of DATABASE_URL can be used\\.
PostgreSQL at ${standby}:5432 can only be read: it is a standby, or default_transaction_read_only is on\\. Set DATABASE_URL to one that can be written to, or name all hosts in it\\.
PostgreSQL at ${primary}:5432 cannot be reached \\(connect \\S+ \\S+\\)\\. Start it, or correct DATABASE_URL\\.$`,
    ),
  )
})

type Hurry = Pick<NonNullable<Parameters<typeof testApp>[0]>, 'deadline' | 'patience'>

async function appOn(connection: Connection, hurry: Hurry = {}) {
  await migrate(connection)
  await onOwnClient(connection, (client) => prepareList(client, { timeZone: 'Europe/London' }))
  const database = { connection, drop: async () => {} }
  return testApp({ beside: { database }, work: true, faulty: true, longestWait: 5_000, ...hurry })
}

type Crowd = ReturnType<typeof crowdOf>

/** Runs `size` visitors at a time. Each joins again and again, as soon as the last join has an answer. */
function crowdOf(app: TestApp, size: number) {
  const answers: { at: number; status: number }[] = []
  let isOver = false
  const visitors = Array.from({ length: size }, async () => {
    while (!isOver) {
      const begun = Date.now()
      const { status } = await app.post(joinRequest())
      answers.push({ at: begun, status })
      await pause(5)
    }
  })
  return {
    /** The number of answers to requests sent at or after `time`, by status. */
    since: (time: number): Record<number, number> =>
      Object.fromEntries(
        Map.groupBy(
          answers.filter(({ at }) => at >= time),
          ({ status }) => status,
        )
          .entries()
          .map(([status, group]) => [status, group.length]),
      ),
    async [Symbol.asyncDispose]() {
      isOver = true
      await Promise.all(visitors)
    },
  }
}

async function expectHealed(app: TestApp, crowd: Crowd) {
  await expectJoining(crowd, { after: SOON })
  expect((await app.app.inject('/readyz')).statusCode).toBe(200)
  await expectJobs(app)
}

/** Asserts that all joins that begin more than `after` milliseconds from now succeed. */
async function expectJoining(crowd: Crowd, { after }: { after: number }) {
  await pause(after)
  const healed = Date.now()
  await pause(500)
  expect(Object.keys(crowd.since(healed))).toEqual(['201'])
}

/** Asserts that the jobs of a new join run. */
async function expectJobs(app: TestApp) {
  const { id } = await app.entry((await joinedNow(app)).email)
  const keptOf = async () => (await keptRows(app)).filter(({ subject }) => subject === id)
  await expect.poll(keptOf, { interval: 200 }).not.toEqual([])
}

async function joinedNow(app: TestApp) {
  const request = joinRequest()
  await app.join(request)
  return request
}
