import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createDatabase, runOnce, type TestDatabase } from '../../../test/servers/database.ts'
import { settingsOf } from '../../../test/services/fake-services.ts'
import { fakeSmtp } from '../../../test/services/fake-smtp.ts'
import { postTo, startMain } from '../../../test/servers/main-server.ts'
import { type Program, until } from '../../../test/servers/process.ts'
import { standIn } from '../../../test/stand-in.ts'
import { joinRequest, testApp } from '../../../test/test-app.ts'
import type { Delivered } from '../outbox/channel.ts'
import { claimNext, enqueue } from '../outbox/rows.ts'
import { inTransaction } from '../db/query.ts'

/** The most seconds that a restarted server needs to resume all work. */
const SOON = 60

test.concurrent('after a kill -9 while the outbox cannot be written its mails go out within a minute, once each', async () => {
  await using smtp = await fakeSmtp()
  await using database = await ownDatabase()
  const env = settingsOf({ smtp })
  const dying = startMain(database, env)
  {
    await using _lock = await holdUp(database, 'outbox')
    await joinAt(dying, 30)
    dying.child.kill('SIGKILL')
    await dying.end
  }

  await using _next = startMain(database, env)
  await until(() => smtp.mails.length === 30, SOON)
  await until(async () => (await countDeliveries(database, 'done')) === 30)
  expect(new Set(smtp.mails.map(({ to }) => to[0])).size).toBe(30)
})

test.concurrent('after a kill -9 with mails under way, all go out within a minute, and only those again, under the same Message-ID', async () => {
  await using smtp = await fakeSmtp()
  await using database = await ownDatabase()
  const env = settingsOf({ smtp })
  const dying = startMain(database, env)
  await joinAt(dying, 30)
  smtp.misbehave((step) => (step === 'data' ? 2_000 : null))
  await until(() => smtp.mails.length >= 8)
  dying.child.kill('SIGKILL')
  await dying.end
  const inHand = await countClaimed(database)
  expect(inHand).toBeGreaterThan(0)
  smtp.recover()

  await using _next = startMain(database, env)
  await until(async () => (await countDeliveries(database, 'done')) === 30, SOON)
  expect(new Set(smtp.mails.map(({ messageId }) => messageId)).size).toBe(30)
  expect(smtp.mails.length).toBeLessThanOrEqual(30 + inHand)
})

test.concurrent('after a stop that did not wait for a mail, the mail goes out within a minute', async () => {
  await using smtp = await fakeSmtp()
  await using database = await ownDatabase()
  const env = settingsOf({ smtp })
  smtp.misbehave((step) => (step === 'data' ? 'hang' : null))
  {
    await using stopping = startMain(database, env)
    await joinAt(stopping, 1)
    await until(async () => (await countClaimed(database)) === 1)
  }
  smtp.recover()

  await using _next = startMain(database, env)
  await until(() => smtp.mails.length === 1, SOON)
})

test('a long delivery of a living server stays with that server', async () => {
  const { stand } = standIn()
  let calls = 0
  const takesLong = async (): Promise<Delivered> => {
    calls += 1
    await sleep(19_000)
    return { state: 'done' }
  }
  stand.deliveries['send-waitlist-email'] = { service: 'mail', deliver: takesLong }
  await using app = await testApp({ work: true, stand })
  await using _other = await testApp({ work: true, stand, beside: app })
  const [person] = await app.joinMany(1)
  const { id: entry_id } = await app.entry(person!.email)
  await until(() => calls === 1)
  await inTransaction(app.pool, (tx) => enqueue(tx, 'send-waitlist-email', [entry_id]))

  await sleep(18_000)
  expect(await claimNext(app.pool, ['send-waitlist-email'])).toBeNull()
  expect(calls).toBe(1)
  await until(() => calls === 2)
})

async function ownDatabase() {
  const database = await createDatabase()
  return { ...database, [Symbol.asyncDispose]: () => database.drop() }
}

/** Locks the table, so that no server reads or writes it meanwhile. */
async function holdUp({ connection }: TestDatabase, table: string) {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  await client.query(`begin; lock table ${table} in access exclusive mode`)
  return { [Symbol.asyncDispose]: () => client.end() }
}

async function joinAt(server: Program, count: number): Promise<void> {
  const answers = Array.from({ length: count }, () => postTo(server, '/api/waitlist/entries', joinRequest()))
  for (const { status } of await Promise.all(answers)) expect(status).toBe(201)
}

async function countClaimed({ connection }: TestDatabase): Promise<number> {
  const { rows } = await runOnce(
    connection,
    'select count(*)::int as count from outbox where claimed_until is not null',
  )
  return rows[0].count
}

async function countDeliveries({ connection }: TestDatabase, state: string): Promise<number> {
  const { rows } = await runOnce(
    connection,
    `select count(*)::int as count from outbox where channel = 'send-waitlist-email' and state = '${state}'`,
  )
  return rows[0].count
}
