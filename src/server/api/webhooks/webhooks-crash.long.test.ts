import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createDatabase, runOnce } from '../../../../test/servers/database.ts'
import { fakeReceiver } from '../../../../test/services/fake-receiver.ts'
import { hookOwner } from '../../../../test/people/hook-owner.ts'
import { startMain } from '../../../../test/servers/main-server.ts'
import { until } from '../../../../test/servers/process.ts'
import { addressOf, joinAt, PASSWORD, signIn } from '../../../../test/servers/running-list.ts'
import { testApp } from '../../../../test/test-app.ts'

const PEOPLE = 3_400
const LIFE = ['entry.joined', 'entry.rejected', 'entry.accepted']

test('after kills -9 in a fan-out of ten thousand events every event arrives, in order for each person and endpoint', async () => {
  const receivers = await Promise.all([fakeReceiver(), fakeReceiver()])
  await using database = await disposable()
  const env = {
    ADMIN_PASSWORD: PASSWORD,
    SECRET_KEY: 's'.repeat(32),
    WEBHOOK_PRIVATE_NETWORKS: 'on',
    RATE_LIMIT: 'off',
  }
  const received = () => receivers.reduce((sum, one) => sum + one.received.length, 0)
  const secrets: string[] = []

  let server = startMain(database, env)
  const address = await addressOf(server)
  const owner = await signIn(address)
  for (const { url } of receivers) {
    const endpoint = await owner('/api/admin/endpoints', { name: 'A program', url, events: LIFE })
    secrets.push((endpoint as unknown as { secret: string }).secret)
  }
  let toJoin = PEOPLE
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      while (toJoin-- > 0) expect(await joinAt(address)).toBe(201)
    }),
  )
  const everybody = { filters: { range: 'all' } }
  for (const kind of ['reject', 'accept']) {
    const { act_id } = await owner('/api/admin/acts', { kind, select: everybody })
    if (kind === 'reject') await until(async () => (await owner(`/api/admin/acts/${act_id}`)).state === 'done', 120)
  }
  for (let kill = 0; kill < 3; kill += 1) {
    const before = received()
    await until(() => received() > before + 1_000, 120)
    server.child.kill('SIGKILL')
    await server.end
    server = startMain(database, env)
    await addressOf(server)
  }
  const left = async () =>
    (
      await runOnce(
        database.connection,
        `select (select count(*) from outbox where endpoint_id is not null and state = 'waiting')
           + (select last_event from waitlist_counter) - (select seq from followers where name = 'outbox')
           + (select count(*) from act_entries where state = 'waiting') as count`,
      )
    ).rows[0].count
  await until(async () => Number(await left()) === 0, 400)

  for (const [index, receiver] of receivers.entries()) {
    const first = new Map<string, { type: string; person: string }>()
    for (const [at, { type, data }] of receiver.verify(secrets[index]!).entries()) {
      const id = receiver.received[at]!.headers['webhook-id']!
      if (!first.has(id)) first.set(id, { type, person: data.id as string })
    }
    const lives = Map.groupBy(first.values(), ({ person }) => person)
    expect(lives.size).toBe((await runOnce(database.connection, 'select from waitlist_entries')).rowCount)
    for (const [person, events] of lives) expect([person, ...events.map(({ type }) => type)]).toEqual([person, ...LIFE])
  }
  await server[Symbol.asyncDispose]()
  for (const receiver of receivers) await receiver[Symbol.asyncDispose]()
}, 900_000)

test('an endpoint that answers after 14 seconds has got the event, and nobody else waits for it', async () => {
  await using slow = await fakeReceiver(async (_request, response) => {
    await pause(14_000)
    response.end('late')
  })
  await using quick = await fakeReceiver()
  await using app = await testApp({ allowsPrivateHooks: true })
  const owner = await hookOwner(app)
  const { id } = await owner.add({ url: slow.url, events: ['entry.joined'] })
  await owner.add({ url: quick.url, events: ['entry.joined'] })
  await app.joinMany(3)
  const delivering = app.webhooks.deliver()
  await until(() => quick.received.length === 3, 5)
  expect(await owner.log(id, '?state=waiting')).toHaveLength(3)
  await delivering
  expect(await owner.log(id)).toMatchObject(
    Array.from({ length: 3 }, () => ({ state: 'done', attempts: 1, status: 200, answer: 'late' })),
  )
  expect(slow.received).toHaveLength(3)
})

async function disposable() {
  const database = await createDatabase()
  return { ...database, [Symbol.asyncDispose]: () => database.drop() }
}
