import { once } from 'node:events'
import { spawn } from 'node:child_process'
import { closeSync, existsSync, openSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { ownPostgres } from '../../test/servers/own-postgres.ts'
import { isRunning, until } from '../../test/servers/process.ts'
import { MAIN, newPlace, startServer } from '../../test/servers/server.ts'
import { joinRequest } from '../../test/test-app.ts'
import { readPostmaster } from './db/embedded/postmaster.ts'
import { longTest } from '../../test/runs.ts'

test('prints its address and, until it was used, the link of the setup, and stops everything on SIGTERM', async () => {
  await using place = await newPlace()
  const { address, env } = place
  const first = startServer(env)
  const link = await first.line(/Dashboard/)
  expect(link).toMatch(new RegExp(`${address}/admin#setup=[\\w-]{43}$`))
  expect(await first.line(/Firstchair/)).toContain(address)
  expect(await first.line(/Database/)).toContain(env.DATA_DIR)
  expect((await fetch(`${address}/`)).status).toBe(200)
  expect(await (await fetch(`${address}/api/waitlist/count`)).json()).toEqual({ count: 0 })
  const postgres = (await readPostmaster(join(env.DATA_DIR, 'postgres')))!

  const token = link.split('=')[1]
  const setup = (more: object) =>
    fetch(`${address}/api/admin/session/link/use`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, password: 'chosen in the browser', ...more }),
    })
  expect((await setup({ email: 'owner@example.com' })).status).toBe(204)
  expect((await setup({ email: 'other@example.com' })).status).toBe(410)

  first.child.kill('SIGTERM')

  expect(await first.end).toMatchObject({ code: 0, stderr: '' })
  expect(isRunning(postgres.pid)).toBe(false)
  expect(existsSync(postgres.socketDir)).toBe(false)

  await using second = startServer(env)
  await second.line(/Next/)
  second.child.kill('SIGINT')
  expect((await second.end).stdout).not.toContain('#setup')
})

test("runs on the operator's own PostgreSQL and leaves it running", async () => {
  await using place = await newPlace()
  const { host, user, password } = inject('connection')
  const DATABASE_URL = `postgres://${user}:${password}@/postgres?host=${encodeURIComponent(String(host))}`
  await using server = startServer({ ...place.env, DATABASE_URL, PUBLIC_URL: 'https://list.example' })

  expect(await server.line(/Database/)).toContain(`PostgreSQL at ${host}, database postgres`)
  expect(await server.line(/Dashboard/)).toContain('https://list.example/admin#setup=')
  expect((await fetch(`${place.address}/readyz`)).status).toBe(200)
  expect(existsSync(place.env.DATA_DIR)).toBe(false)
})

test('serves on, and stops in order, when its log cannot be written', async () => {
  await using place = await newPlace()
  const full = openSync('/dev/full', 'w')
  const child = spawn(process.execPath, [MAIN], {
    // Nothing listens on this port, so the server logs at once that it cannot reach the mail server.
    env: {
      ...process.env,
      ...place.env,
      SMTP_URL: 'smtp://127.0.0.1:1',
      SMTP_ALLOW_PLAINTEXT: 'on',
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', full, full],
  })
  closeSync(full)
  const ended = once(child, 'exit')
  try {
    const isReady = async () => (await fetch(`${place.address}/readyz`).catch(() => null))?.status === 200
    expect(await Promise.race([until(isReady, 110), ended])).toBe(undefined)
    const refused = await fetch(`${place.address}/api/waitlist/entries`, { method: 'POST', body: 'no join' })
    expect(refused.status).toBe(415)
    expect((await fetch(`${place.address}/healthz`)).status).toBe(200)
    child.kill('SIGINT')
    expect(await ended).toEqual([0, null])
  } finally {
    child.kill('SIGKILL')
  }
})

longTest("serves again by itself after an outage of the operator's own PostgreSQL", async () => {
  await using place = await newPlace()
  await using postgres = await ownPostgres(place.folder)
  await using server = startServer({ ...place.env, DATABASE_URL: postgres.url, LOG_LEVEL: 'warn' })
  await server.line(/Next/)
  const join = () =>
    fetch(`${place.address}/api/waitlist/entries`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(joinRequest()),
    })
  expect((await join()).status).toBe(201)

  await postgres.stop()
  const refused = await join()
  expect(refused.status).toBe(503)
  const { error } = (await refused.json()) as { error: { request_id: string } }
  expect(error).toMatchObject({ code: 'lookup-failed' })
  await server.line(/the database does not answer/)
  // By now every worker of the queue has failed.
  await pause(1_500)

  await postgres.start()
  const joined = await join()
  expect(joined.status).toBe(201)
  expect(await joined.json()).toMatchObject({ position: 2 })

  await server.line(/the database answers again/)
  server.child.kill('SIGINT')
  const lines = (await server.end).stdout.split('\n').filter((line) => line.startsWith('{'))
  const logged = lines.map((line) => JSON.parse(line) as { msg: string; more?: number; requests?: string[] })
  expect(logged.length).toBeLessThan(12)
  expect(logged.flatMap(({ requests = [] }) => requests)).toEqual([error.request_id])
  expect(logged.find(({ msg }) => msg === 'work beside requests failed, again')?.more).toBeGreaterThan(20)
})

longTest('Ctrl-C during the start leaves no process running', async () => {
  await using place = await newPlace()
  await using server = startServer(place.env)
  const cluster = join(place.env.DATA_DIR, 'postgres')
  await until(async () => (await readPostmaster(cluster))?.ready ?? false)
  const { pid } = (await readPostmaster(cluster))!

  server.child.kill('SIGINT')
  await server.end

  await until(() => !isRunning(pid))
})

longTest('a second signal does not wait for the last requests', async () => {
  await using place = await newPlace()
  await using server = startServer(place.env)
  await server.line(/Next/)
  const { pid } = (await readPostmaster(join(place.env.DATA_DIR, 'postgres')))!
  await using _request = await openRequest(Number(place.env.PORT))

  server.child.kill('SIGINT')
  await server.line(/Stopping/)
  await new Promise((resolve) => setTimeout(resolve, 700))
  expect(server.child.exitCode).toBeNull()
  server.child.kill('SIGINT')

  expect((await server.end).code).toBe(1)
  await until(() => !isRunning(pid))
})

test('serves again by itself after its PostgreSQL is killed', async () => {
  await using place = await newPlace()
  await using server = startServer(place.env)
  await server.line(/Next/)

  process.kill((await readPostmaster(join(place.env.DATA_DIR, 'postgres')))!.pid, 'SIGKILL')

  await until(async () => (await fetch(`${place.address}/readyz`)).status === 503)
  await until(async () => (await fetch(`${place.address}/readyz`)).status === 200)
})

/** Sends a request whose body never arrives. Resolves once the server has asked for the body. */
async function openRequest(port: number) {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  socket.write('POST /api/waitlist/entries HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n')
  socket.write('content-length: 100\r\nexpect: 100-continue\r\n\r\n')
  await once(socket, 'data')
  return { [Symbol.asyncDispose]: async () => void socket.destroy() }
}
