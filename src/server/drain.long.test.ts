import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createDatabase } from '../../test/servers/database.ts'
import { until } from '../../test/servers/process.ts'
import { startProxy } from '../../test/servers/proxy.ts'
import { addressOf, databaseOf, newPlace, startServer } from '../../test/servers/server.ts'
import { joinRequest } from '../../test/test-app.ts'

const VISITORS = 16

test('behind a proxy that checks every second, no join fails while one of two servers is stopped', async () => {
  const database = await createDatabase()
  try {
    const env = { ...databaseOf(database.connection), RATE_LIMIT: 'off' }
    await using stopped = startServer(env)
    await using other = startServer(env)
    const addresses = await Promise.all([stopped, other].map(addressOf))
    await using proxy = await startProxy(addresses)
    expect(proxy.ready.size).toBe(2)
    const outcomes = new Map<string, number>()
    let isOver = false
    const visitors = Array.from({ length: VISITORS }, async () => {
      while (!isOver) {
        const outcome = await join(proxy.address)
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      }
    })
    await until(() => (outcomes.get('201') ?? 0) > 100)

    stopped.child.kill('SIGTERM')
    await until(() => proxy.ready.size === 1)
    expect(stopped.child.exitCode).toBeNull()
    expect(await stopped.end).toMatchObject({ code: 0, stderr: '' })
    const before = outcomes.get('201')!
    await until(() => outcomes.get('201')! > before + 20)
    isOver = true
    await Promise.all(visitors)

    expect([...outcomes.keys()]).toEqual(['201'])
  } finally {
    await database.drop()
  }
})

test('a draining server reports that it drains, still answers, and closes connections as it goes', async () => {
  const database = await createDatabase()
  try {
    await using server = startServer(databaseOf(database.connection))
    const address = await addressOf(server)
    expect((await fetch(`${address}/readyz`)).headers.get('connection')).toBe('keep-alive')

    server.child.kill('SIGTERM')
    await server.line(/Stopping/)

    const asked = await fetch(`${address}/readyz`)
    expect(asked.status).toBe(503)
    expect(asked.headers.get('connection')).toBe('close')
    expect((await fetch(`${address}/healthz`)).status).toBe(200)
    expect(await join(address)).toBe('201')
    expect((await server.end).code).toBe(0)
  } finally {
    await database.drop()
  }
})

test('Ctrl-C skips the wait for proxies', async () => {
  await using place = await newPlace()
  const { connection, drop } = await createDatabase()
  try {
    await using server = startServer({ ...databaseOf(connection), PORT: place.env.PORT })
    await server.line(/Next/)

    server.child.kill('SIGINT')
    await server.line(/Stopping/)

    await until(async () => (await fetch(`${place.address}/healthz`).catch(() => null)) === null, 2)
    expect((await server.end).code).toBe(0)
  } finally {
    await drop()
  }
})

test('a server reports ready once the link of its setup is stored, but serves requests before', async () => {
  await using place = await newPlace()
  const database = await createDatabase()
  const client = new pg.Client(database.connection).on('error', () => {})
  await client.connect()
  try {
    // The server cannot store its setup link until this transaction ends.
    await client.query('begin')
    await client.query('lock table account_links in exclusive mode')
    await using server = startServer({ ...databaseOf(database.connection), PORT: place.env.PORT })
    const statusOf = async (path: string) => (await fetch(place.address + path).catch(() => null))?.status
    await until(async () => (await statusOf('/healthz')) === 200, 60)
    await pause(300)
    expect(await statusOf('/readyz')).toBe(503)
    expect(await statusOf('/api/waitlist/count')).toBe(200)

    await client.query('rollback')

    expect(await server.line(/#setup=/)).toContain(place.address)
    await until(async () => (await statusOf('/readyz')) === 200)
  } finally {
    await client.end()
    await database.drop()
  }
})

/** The HTTP status, or the reason why there is none. */
async function join(address: string): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify(joinRequest())
  try {
    const answer = await fetch(`${address}/api/waitlist/entries`, { method: 'POST', headers, body })
    const text = await answer.text()
    return answer.status === 201 ? '201' : `${answer.status} ${text}`
  } catch (error) {
    return String(error)
  }
}
