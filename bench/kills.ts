import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { paths } from '#shared/site/paths.ts'
import type { Queryable } from '../src/server/db/pool.ts'
import { drain } from './load/drain.ts'
import type { Received } from './load/fakes.ts'
import { createPeople } from './load/person.ts'
import { startServer } from './processes.ts'
import { runBench } from './run-bench.ts'
import { connectToRunning } from './running-postgres.ts'

/*
 * The server is killed every ten seconds: npm run bench:kills -- [people]. A mail in hand at a kill goes out again
 * under the same Message-ID, so each counts once.
 */

const PEOPLE = Number(process.argv[2] ?? 20_000)
const EVERY_MS = 10_000
const VISITORS = 32
const SERVER = './bench/load/fast-server.ts'

await runBench(`${PEOPLE} people join, and kill -9 every ${EVERY_MS / 1_000} s`, async (lists) => {
  const fakes = fork('./bench/load/fakes.ts')
  const [addresses] = await once(fakes, 'message')
  const env = { ...lists.settings('killed'), ...addresses }
  let server = await startServer(SERVER, env)
  let [kills, toJoin, areDone] = [0, PEOPLE, false]
  const killing = (async () => {
    for (let left = EVERY_MS; !areDone; left -= 100) {
      await pause(100)
      if (left > 0) continue
      server.process.kill('SIGKILL')
      await once(server.process, 'exit')
      server = await startServer(SERVER, env)
      ;[left, kills] = [EVERY_MS, kills + 1]
    }
  })()
  const people = await createPeople(server.address)
  await Promise.all(Array.from({ length: VISITORS }, visit))
  console.log(`all have joined after ${kills} kills`)

  const db = { query } as Queryable
  await drain(db)
  areDone = true
  await killing
  fakes.send('report')
  const [received] = (await once(fakes, 'message')) as [Received]
  const emails: string[] = (await query('select email from waitlist_entries')).rows.map(({ email }) => email)
  const sent = await query(
    `select '<' || remote_id || '>' as id from outbox where channel = 'send-waitlist-email' and state = 'done'`,
  )
  const mails = new Set(received.messageIds)
  const counts = {
    kills,
    joined: emails.length,
    welcomes: sent.rows.filter(({ id }) => mails.has(id)).length,
    'mails repeated': received.messageIds.length - mails.size,
    pages: new Set(received.pages).size,
    'pages twice': received.pages.length - new Set(received.pages).size,
    subscriptions: new Set(received.subscriptions).size,
    'subscriptions twice': received.subscriptions.length - new Set(received.subscriptions).size,
  }
  console.table(counts)
  await server.stop()
  fakes.disconnect()
  lists.verify('killed')
  const isOnce = [counts.welcomes, counts.pages, counts.subscriptions].every((count) => count === PEOPLE)
  const isWhole = isOnce && emails.length === PEOPLE && counts['pages twice'] + counts['subscriptions twice'] === 0
  console.log(isWhole ? 'Each service has each person once.' : 'NOT each service has each person once.')
  if (!isWhole) process.exitCode = 1

  /** Each start gives the database another socket. */
  async function query(text: string, values?: unknown[]): Promise<pg.QueryResult> {
    for (;;) {
      const client = await connectToRunning(lists.dataDir('killed')).catch(() => null)
      const result = await client?.query(text, values).catch(() => null)
      await client?.end().catch(() => {})
      if (result) return result
      await pause(200)
    }
  }

  /** Again until it is answered, as a browser does. */
  async function visit(): Promise<void> {
    while (toJoin-- > 0) for (const body = people.next(); !(await join(body));) await pause(200)
  }

  async function join(body: string): Promise<boolean> {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(server.address + paths.api.entries, { method: 'POST', headers, body }).catch(() => null)
    await answer?.arrayBuffer().catch(() => {})
    return answer?.status === 201 || answer?.status === 200
  }
})
