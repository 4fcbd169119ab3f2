import type Fs from 'node:fs'
import { mkdtempSync, rmSync, statfsSync, type StatsFs } from 'node:fs'
import { once } from 'node:events'
import { type AddressInfo, createServer, Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, test, vi } from 'vitest'
import { runOnce } from '../../../../test/servers/database.ts'
import { attachDatabase, openDatabase } from './database.ts'
import { claimDataDir } from '../data-directory.ts'
import { createPool, onOwnClient } from '../pool.ts'

const owner = 'this test'

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof Fs>()
  return { ...fs, statfsSync: vi.fn<typeof fs.statfsSync>(fs.statfsSync) }
})

test('a tool says that the disk is full, and not that another process holds it', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'full-'))
  const claim = claimDataDir(dataDir, 'the server')
  vi.mocked(statfsSync).mockReturnValue({ bavail: 0, bsize: 4096 } as StatsFs)
  await expect(attachDatabase({ dataDir, databaseUrl: undefined }, { owner })).rejects.toThrow(
    `The disk that holds ${dataDir} is full. Free some space, or set DATA_DIR to another disk.`,
  )
  vi.mocked(statfsSync).mockReset()
  claim.release()
  rmSync(dataDir, { recursive: true })
})

test("the operator's own PostgreSQL is used as it is, and described without its password", async () => {
  const database = await openDatabase(at({}), { owner })

  expect((await runOnce(database.connection, 'select current_user as name')).rows).toEqual([
    { name: inject('connection').user },
  ])
  expect(database.describe).toBe(`PostgreSQL at ${inject('connection').host}, database postgres`)
  await database.close()
})

test('every connection notices that the machine of the database is gone', async () => {
  const keepAlive = vi.spyOn(Socket.prototype, 'setKeepAlive')
  const database = await openDatabase(at({}), { owner })
  keepAlive.mockClear()

  await onOwnClient(database.connection, (client) => client.query('select 1'))
  expect(keepAlive.mock.calls).toEqual([[true, 10_000]])

  keepAlive.mockClear()
  const pool = createPool(database.connection, { max: 1, name: 'test', onError: () => {} })
  await pool.query('select 1')
  expect(keepAlive.mock.calls).toEqual([[true, 10_000]])
  await pool.end()
  keepAlive.mockRestore()
})

test("a tool also uses the operator's own PostgreSQL", async () => {
  const database = await attachDatabase(at({}), { owner })

  expect((await runOnce(database.connection, 'select 1 as one')).rows).toEqual([{ one: 1 }])
  await database.close()
})

test('a wrong password is reported as such', async () => {
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

test.each([
  [
    '',
    'N',
    '28000',
    'no pg_hba.conf entry for host "192.0.2.1", user "u", database "d", no encryption',
    /^PostgreSQL at 127\.0\.0\.1:\d+ only takes encrypted connections\. Add \?sslmode=verify-full to DATABASE_URL\./,
  ],
  [
    '',
    'N',
    '28000',
    'no pg_hba.conf entry for host "192.0.2.1", user "u", database "d", SSL encryption',
    /takes no connections from this machine/,
  ],
  ['?sslmode=require', 'N', '', '', /has no TLS, and sslmode in DATABASE_URL asks for it/],
  [
    '?sslmode=require',
    'S',
    '',
    '',
    /has a certificate that cannot be verified \(self-signed certificate.*add sslmode=verify-full&sslrootcert=/,
  ],
  [
    '?sslmode=verify-full&sslrootcert=/nowhere/ca.pem',
    'S',
    '',
    '',
    /^A file of DATABASE_URL cannot be read \(ENOENT.*\/nowhere\/ca\.pem'\)/,
  ],
])('TLS that does not fit is told with what to write: %j, %s %s', async (query, tls, code, message, sentence) => {
  const warned = vi.spyOn(process, 'emitWarning')
  await using postgres = await fakePostgres({ tls, code, message })
  const databaseUrl = `postgres://u:p@127.0.0.1:${postgres.port}/d${query}`
  await expect(openDatabase({ ...at({}), databaseUrl }, { owner })).rejects.toThrow(sentence)
  expect(warned).not.toHaveBeenCalled()
  warned.mockRestore()
})

test('a PostgreSQL that is too old is refused before anything is changed in it', async () => {
  using query = vi.spyOn(pg.Client.prototype, 'query')
  query.mockImplementation(async () => ({ rows: [{ version: '140012' }] }))

  await expect(openDatabase(at({}), { owner })).rejects.toThrow(
    /^PostgreSQL at \S+ is version 14, and 15 is the oldest that works\. Upgrade it, or set DATABASE_URL to another\.$/,
  )
  expect(query).toHaveBeenCalledExactlyOnceWith(`select current_setting('server_version_num') as version`)
})

/** The tests' own PostgreSQL, as an operator would name it. */
function at(changes: { password?: string; database?: string }) {
  const { host, user, password, database } = { ...inject('connection'), ...changes }
  const address = `postgres://${user}:${password}@/${database}?host=${encodeURIComponent(String(host))}`
  return { databaseUrl: address, dataDir: '/nowhere' }
}

/** Answers requests for TLS with `tls`, and a login with an error. Its certificate is its own. */
async function fakePostgres({ tls, code, message }: { tls: string; code: string; message: string }) {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', (asked: Buffer) => {
      if (asked.readInt32BE(4) !== 80877103) return void socket.end(errorResponse(code, message))
      socket.write(tls)
      if (tls === 'S') new TLSSocket(socket, { isServer: true, key: KEY, cert: CERTIFICATE }).on('error', () => {})
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: async () => void server.close(),
  }
}

function errorResponse(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C${code}\0M${message}\0\0`)
  const length = Buffer.alloc(4)
  length.writeInt32BE(fields.length + 4)
  return Buffer.concat([Buffer.from('E'), length, fields])
}

const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgVhBjnmyLU0Ye7j2P
vQUpr9uJ8PKdA5m/GShiuTfaZAyhRANCAAT/s+wy2GBKAuIWvsMsCuuEBIgVMlpp
vUZvGWu90z3Wp3pZMNMo4moxNw0LpbrA8vrc+LnNcpvk6mSz7Twhrbbh
-----END PRIVATE KEY-----`
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBnDCCAUGgAwIBAgIUON4Z/8usvshcEXAG1/fFl1Vcu8cwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyOTEzMjEyNFoYDzIxMjYxMTA1
MTMyMTI0WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAT/s+wy2GBKAuIWvsMsCuuEBIgVMlppvUZvGWu90z3Wp3pZMNMo4mox
Nw0LpbrA8vrc+LnNcpvk6mSz7Twhrbbho28wbTAdBgNVHQ4EFgQUyO1tvAQcdYUn
grCoW3nAwZrqVNAwHwYDVR0jBBgwFoAUyO1tvAQcdYUngrCoW3nAwZrqVNAwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSQAwRgIhAIp5HzmwRv1/JmLgEHRd60zf++pVQqd/n0Rm9bjVtRfZAiEA
p7QPIjby7n4LKgUe9kYFvAvdMJ13sKpIzkA6q0WxO70=
-----END CERTIFICATE-----`
