import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../test/servers/database.ts'
import { signIn } from '../../test/people/owner.ts'
import { changingAddress } from '../../test/servers/own-postgres.ts'
import { joinRequest, testApp } from '../../test/test-app.ts'
import { createTokens } from './accounts/tokens.ts'

const DEADLINE = 1_500
/** The time for writing an answer on a slow machine. The sum is below the five seconds after which connecting fails. */
const SLACK = 3_000

test('while the database hangs, every call is answered by its deadline, and the count stays', async () => {
  await using hanging = await hangingDatabase()
  const { token, cookie } = await prepare(hanging)
  await using app = await testApp({ beside: hanging, deadline: DEADLINE, faulty: true })
  const origin = await app.app.listen({ port: 0, host: '127.0.0.1' })
  await expect.poll(async () => (await fetch(`${origin}/api/waitlist/count`)).json()).toEqual({ count: 1 })
  await pause(DEADLINE)

  hanging.address.freeze()
  const request = joinRequest({ submission_id: 'one submission' })
  const [joining, ...others] = await Promise.all([
    timed(`${origin}/api/waitlist/entries`, post(request)),
    timed(`${origin}/api/contact`, post({ name: 'Robin', email: 'robin@example.com', message: 'Hello' })),
    timed(`${origin}/unsubscribe?token=${token}`, { method: 'POST' }),
    timed(`${origin}/readyz`),
    timed(`${origin}/api/admin/session`, post({ password: 'a guess' })),
    timed(`${origin}/api/admin/summary?range=all`, { headers: { cookie } }),
  ])
  for (const { url, took, answer } of [joining, ...others]) {
    const retryAfter = Number(answer.headers.get('retry-after'))
    expect([url, took < DEADLINE + SLACK, answer.status, retryAfter > 0]).toEqual([url, true, 503, true])
  }
  expect(await joining.answer.json()).toEqual({
    error: {
      code: 'unconfirmed',
      message: expect.stringMatching(/^Could not save your submission: .* it will not count twice\.$/),
      request_id: expect.stringMatching(/^[0-9a-f]{8}-/),
    },
  })
  const counted = await timed(`${origin}/api/waitlist/count`)
  expect([counted.answer.status, await counted.answer.json()]).toEqual([200, { count: 1 }])

  hanging.address.thaw()
  await expect.poll(() => app.post(request)).toMatchObject({ body: { position: 2 } })
  expect(await app.rows('select from waitlist_entries')).toHaveLength(2)
})

/** A database behind an address that can be frozen. */
async function hangingDatabase() {
  const database = await createDatabase()
  const address = await changingAddress(database.connection)
  return {
    address,
    database: { connection: address.connection, drop: async () => {} } satisfies TestDatabase,
    async [Symbol.asyncDispose]() {
      await address[Symbol.asyncDispose]()
      await database.drop()
    },
  }
}

/** Joins a person and signs the owner in, on a server with a longer deadline. */
async function prepare(beside: { database: TestDatabase }) {
  await using app = await testApp({ beside })
  const [first] = await app.joinMany(1)
  const token = await createTokens(app.pool).sign('unsubscribe', (await app.entry(first!.email)).id)
  const { cookie } = await signIn(app)
  return { token, cookie }
}

function post(body: object): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

async function timed(url: string, init?: RequestInit) {
  const begun = performance.now()
  const answer = await fetch(url, init)
  return { url, took: performance.now() - begun, answer }
}
