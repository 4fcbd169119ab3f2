import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createDatabase } from '../../../../test/servers/database.ts'
import { startMain } from '../../../../test/servers/main-server.ts'
import { signIn } from '../../../../test/people/owner.ts'
import type { Program } from '../../../../test/servers/process.ts'
import { joinRequest, testApp } from '../../../../test/test-app.ts'
import { checkInvariants } from '../../operations/invariants.ts'
import { isLevel, lockFollower } from '../../people/events/followers.ts'
import { renewBesideJoins } from './renew.ts'
import { inTransaction } from '../../db/query.ts'
import { createPool, onOwnClient } from '../../db/pool.ts'
import { LISTING } from './catch-up.ts'

const ENV = { RATE_LIMIT: 'off' }
const LEVEL = { timeout: 60_000, interval: 100 }

/** A database with a pool that has the timeouts of a server's pool. */
async function list() {
  const database = await createDatabase()
  const pool = createPool(database.connection, { max: 4, name: 'test', onError: () => {} })
  return {
    database,
    pool,
    verify: async () =>
      (await onOwnClient(database.connection, checkInvariants)).filter(({ offending }) => offending.length > 0),
    [Symbol.asyncDispose]: async () => {
      await pool.end()
      await database.drop()
    },
  }
}

const addressOf = async (server: Program) => /http:\S+/.exec(await server.line(/http:/))![0]

/**
 * Joins again and again until the signal aborts or the server is gone; one request in five repeats an email. Adds the
 * emails of successful joins to `answered`.
 */
async function crowd(address: string, signal: AbortSignal, answered: Set<string>, visitors = 8): Promise<void> {
  const visit = async () => {
    let email: string | undefined
    while (!signal.aborted) {
      const again = email !== undefined && Math.random() < 0.2
      const request = joinRequest({ submission_id: crypto.randomUUID(), ...(again && { email }) })
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify(request)
      const answer = await fetch(`${address}/api/waitlist/entries`, { method: 'POST', headers, body }).catch(() => null)
      if (!answer) return
      if (answer.status < 300) answered.add((email = request.email))
    }
  }
  await Promise.all(Array.from({ length: visitors }, visit))
}

async function expectAll({ pool, verify }: Awaited<ReturnType<typeof list>>, answered: Set<string>) {
  await expect.poll(() => isLevel(pool, LISTING.name), LEVEL).toBe(true)
  const { rows } = await pool.query('select email from entry_listing join waitlist_entries on id = entry_id')
  const emails = new Set(rows.map(({ email }) => email))
  expect([...answered].filter((email) => !emails.has(email))).toEqual([])
  expect(await verify()).toEqual([])
}

test('of two servers that are killed in turns, the other lists everybody who was answered, and nobody twice', async () => {
  await using own = await list()
  const answered = new Set<string>()
  await using steady = startMain(own.database, ENV)
  await addressOf(steady)
  for (let kill = 0; kill < 4; kill += 1) {
    const server = startMain(own.database, ENV)
    const visiting = crowd(await addressOf(server), AbortSignal.timeout(30_000), answered)
    await sleep(700)
    server.child.kill('SIGKILL')
    await Promise.all([visiting, server.end])
    expect(await own.verify()).toEqual([])
  }
  expect(answered.size).toBeGreaterThan(100)
  await expectAll(own, answered)
})

test('a server that freezes while it holds the log keeps the others from it for some seconds', async () => {
  await using own = await list()
  const answered = new Set<string>()
  await using server = startMain(own.database, ENV)
  const address = await addressOf(server)
  // Stands in for a frozen server: PostgreSQL ends a transaction that idles for ten seconds.
  const frozen = inTransaction(own.pool, async (tx) => {
    await lockFollower(tx, LISTING.name)
    await sleep(15_000)
    await tx.query('select')
  })
  frozen.catch(() => {})
  await crowd(address, AbortSignal.timeout(3_000), answered)
  expect(await isLevel(own.pool, LISTING.name)).toBe(false)
  await expectAll(own, answered)
  await expect(frozen).rejects.toThrow('not queryable')
})

test('lists are made anew while people join on two servers', async () => {
  await using own = await list()
  const answered = new Set<string>()
  await using first = startMain(own.database, ENV)
  await using second = startMain(own.database, ENV)
  const stopping = new AbortController()
  const visiting = [first, second].map(async (server) => crowd(await addressOf(server), stopping.signal, answered))
  for (let round = 0; round < 3; round += 1) {
    await sleep(1_000)
    await onOwnClient(own.database.connection, renewBesideJoins)
    expect(await own.verify()).toEqual([])
  }
  stopping.abort()
  await Promise.all(visiting)
  await expectAll(own, answered)
})

test('exports, acts and waves are refused in a sentence while the log cannot be followed', async () => {
  await using app = await testApp()
  const owner = await signIn(app)
  await inTransaction(app.pool, async (tx) => {
    await lockFollower(tx, LISTING.name)
    await app.join()
    const select = { filters: { range: 'all' } }
    // Without these queries, PostgreSQL would end the idle transaction.
    const awake = setInterval(() => void tx.query('select'), 1_000)
    const refused = await Promise.all([
      owner.get('/api/admin/entries.csv'),
      owner.post('/api/admin/acts', { kind: 'tag', tag: 'vip', select }),
      owner.post('/api/admin/acts/preview', { kind: 'tag', tag: 'vip', select }),
      owner.post('/api/admin/waves/preview', { select: { ...select, count: 1 }, includes_ended: false, offset: 0 }),
    ])
    clearInterval(awake)
    for (const answer of refused)
      expect([answer.statusCode, answer.json()]).toMatchObject([503, { error: { code: 'joins-uncounted' } }])
  })
  expect((await owner.get('/api/admin/entries.csv')).statusCode).toBe(200)
})
