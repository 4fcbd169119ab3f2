import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createDatabase, runOnce } from '../../../test/servers/database.ts'
import { start } from '../../../test/servers/process.ts'
import { addressOf, databaseOf, startServer } from '../../../test/servers/server.ts'
import { joinRequest } from '../../../test/test-app.ts'

const GUESSING = join(import.meta.dirname, '../../../test/servers/guessing-process.ts')
const ADMIN_PASSWORD = 'the chair by the window'
const GUESSES_AT_A_TIME = 64
const JOINS = 100
const MS_BETWEEN_JOINS = 20

test('while strangers send 64 password guesses at a time, everybody joins and the owner signs in', async () => {
  const database = await createDatabase()
  const settings = { ...databaseOf(database.connection), ADMIN_PASSWORD, TRUST_PROXY: 'loopback' }
  try {
    await using server = startServer(settings)
    const address = await addressOf(server)
    await using guessing = start([process.execPath, GUESSING, address, String(GUESSES_AT_A_TIME)])
    await guessing.line(/guessing/)
    // The server loses its database connections, as after a quiet night.
    await runOnce(
      database.connection,
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    await pause(500)
    const statuses = await joinAll(address)
    const owner = await signIn(address)
    guessing.child.kill('SIGINT')
    const guesses = JSON.parse((await guessing.end).stdout.split('\n')[1]!)

    expect(new Set(statuses)).toEqual(new Set([201]))
    expect(owner.status).toBe(204)
    expect(guesses).toEqual({ 401: expect.any(Number), '429, retry later': expect.any(Number) })
  } finally {
    await database.drop()
  }
})

async function joinAll(address: string) {
  const joining = []
  for (let count = 0; count < JOINS; count += 1) {
    joining.push(post(`${address}/api/waitlist/entries`, joinRequest()))
    await pause(MS_BETWEEN_JOINS)
  }
  return (await Promise.all(joining)).map(({ status }) => status)
}

function signIn(address: string) {
  return post(`${address}/api/admin/session`, { password: ADMIN_PASSWORD })
}

let visitors = 0

/** Each request comes from another address. */
async function post(url: string, body: object) {
  visitors += 1
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `203.0.${visitors >> 8}.${visitors & 255}`,
    },
    body: JSON.stringify(body),
  })
  await answer.arrayBuffer()
  return { status: answer.status }
}
