import { existsSync } from 'node:fs'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { type Program, start, until } from '../../test/process.ts'
import { readPostmaster } from './db/embedded-postmaster.ts'

const MAIN = join(import.meta.dirname, 'main.ts')

test('says where it runs, with the password once, and stops everything on SIGTERM', async () => {
  await using place = await newPlace()
  const { address, env } = place
  const first = startServer(env)
  const password = await first.line(/Password/)
  expect(password).toMatch(/([a-z2-9]{5}-){3}[a-z2-9]{5}/)
  expect(await first.line(/Firstchair/)).toContain(address)
  expect(await first.line(/Database/)).toContain(env.DATA_DIR)
  expect((await fetch(`${address}/`)).status).toBe(200)
  expect(await (await fetch(`${address}/api/waitlist/count`)).json()).toEqual({ count: 0 })
  const postgres = (await readPostmaster(join(env.DATA_DIR, 'postgres')))!

  first.child.kill('SIGTERM')

  expect(await first.end).toMatchObject({ code: 0, stderr: '' })
  expect(existsSync(`/proc/${postgres.pid}`)).toBe(false)
  expect(existsSync(postgres.socketDir)).toBe(false)

  await using second = startServer(env)
  await second.line(/Next/)
  second.child.kill('SIGINT')
  expect((await second.end).stdout).not.toContain('Password')
})

test('a second start on the same data is refused in one sentence', async () => {
  await using place = await newPlace()
  await using first = startServer(place.env)
  await first.line(/Next/)

  const second = startServer({ ...place.env, PORT: String(await freePort()) })

  expect(await second.end).toEqual({
    code: 1,
    stdout: '',
    stderr: `The data directory ${place.env.DATA_DIR} is in use by the server at ${place.address}, process ${first.child.pid}. Stop that first, or set DATA_DIR to another folder.\n`,
  })
})

test('a port that is taken is named, and nothing stays behind', async () => {
  await using place = await newPlace()
  await using other = await listen(Number(place.env.PORT))

  expect(await startServer(place.env).end).toEqual({
    code: 1,
    stdout: '',
    stderr: `Port ${other.port} is taken by another program. Stop that, or set PORT to another number.\n`,
  })
  expect(await readPostmaster(join(place.env.DATA_DIR, 'postgres'))).toBeNull()
})

test('a bad setting is named', async () => {
  expect(await startServer({ TIME_ZONE: 'London' }).end).toEqual({
    code: 1,
    stdout: '',
    stderr: 'The setting TIME_ZONE must be a time zone like Europe/London, but is "London".\n',
  })
})

test('a database that cannot be reached is named', async () => {
  expect(await startServer({ DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/firstchair' }).end).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'PostgreSQL at 127.0.0.1:1 cannot be reached (connect ECONNREFUSED 127.0.0.1:1). Start it, or correct DATABASE_URL.\n',
  })
})

test("runs on the operator's own PostgreSQL, and leaves it running", async () => {
  await using place = await newPlace()
  const { host, user, password } = inject('connection')
  const DATABASE_URL = `postgres://${user}:${password}@/postgres?host=${encodeURIComponent(String(host))}`
  await using server = startServer({ ...place.env, DATABASE_URL })

  expect(await server.line(/Database/)).toContain(`PostgreSQL at ${host}, database postgres`)
  expect((await fetch(`${place.address}/readyz`)).status).toBe(200)
  expect(existsSync(place.env.DATA_DIR)).toBe(false)
})

test.each([
  ['before the first start', '24m', ''],
  [
    'after an earlier one',
    '100m',
    '"$0" "$1" & pid=$!; until grep ready "$DATA_DIR/postgres/postmaster.pid"; do sleep 0.1; done; kill $pid; wait $pid; cat /dev/zero > "$DATA_DIR/fill"',
  ],
])('a disk that is full %s is named', async (_when, size, prelude) => {
  await using place = await newPlace()
  const DATA_DIR = place.folder
  const script = `mount -t tmpfs -o size=${size} none "$DATA_DIR" && cd / && { ${prelude || ':'}; } > /dev/null 2>&1; exec "$0" "$1"`
  // A mount that only this process sees, which ends with it.
  const inside = ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c', script, process.execPath, MAIN]

  expect(await start(inside, { env: { ...place.env, DATA_DIR } }).end).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^The disk that holds \S+ is full. Free some space, or set DATA_DIR to another disk.\n$/,
    ),
  })
})

test('Ctrl-C during the start leaves nothing running', async () => {
  await using place = await newPlace()
  await using server = startServer(place.env)
  const cluster = join(place.env.DATA_DIR, 'postgres')
  await until(async () => (await readPostmaster(cluster))?.ready ?? false)
  const { pid } = (await readPostmaster(cluster))!

  server.child.kill('SIGINT')
  await server.end

  await until(() => !existsSync(`/proc/${pid}`))
})

test('a second signal does not wait for the last requests', async () => {
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
  await until(() => !existsSync(`/proc/${pid}`))
})

test('serves again by itself when its PostgreSQL was killed', async () => {
  await using place = await newPlace()
  await using server = startServer(place.env)
  await server.line(/Next/)

  process.kill((await readPostmaster(join(place.env.DATA_DIR, 'postgres')))!.pid, 'SIGKILL')

  await until(async () => (await fetch(`${place.address}/readyz`)).status === 503)
  await until(async () => (await fetch(`${place.address}/readyz`)).status === 200)
})

function startServer(env: Record<string, string>): Program {
  return start([process.execPath, MAIN], { env: { LOG_LEVEL: 'silent', ...env } })
}

async function newPlace() {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'firstchair-main-'))
  const port = await freePort()
  return {
    folder,
    address: `http://localhost:${port}`,
    env: { PORT: String(port), DATA_DIR: join(folder, 'data') },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

async function freePort(): Promise<number> {
  await using probe = await listen(0)
  return probe.port
}

async function listen(port: number) {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** A request whose body never comes. */
async function openRequest(port: number) {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  socket.write('POST /api/waitlist/entries HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n')
  await new Promise((resolve) => socket.write('content-length: 100\r\n\r\n{', resolve))
  return { [Symbol.asyncDispose]: async () => void socket.destroy() }
}
