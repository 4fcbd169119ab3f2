import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import pg from 'pg'
import { attachDatabase } from '../src/server/db/opening/database.ts'
import { countLate, drain, endPauses } from './load/drain.ts'
import type { Received } from './load/fakes.ts'
import type { Lists } from './lists.ts'
import type { LoadResult } from './load/load.ts'
import { runToEnd, startServer } from './processes.ts'
import { runBench } from './run-bench.ts'
import { median } from './statistics.ts'

const ROUNDS = 3
const CONNECTIONS = 64
const SECONDS = 8
const PER_SECOND = 250
const WANTED = 1.2

type Weather = 'healthy' | 'misbehaving'
/** `welcomes`, `pages` and `subscriptions` must equal `joined`, `told` must equal `to be told`, and `doubles` be 0. */
type Round = Pick<LoadResult, 'p50' | 'p99' | 'failed'> & {
  weather: Weather
  joined: number
  welcomes: number
  pages: number
  subscriptions: number
  told: number
  'to be told': number
  doubles: number
  /** Not done when the last person had joined. */
  late: number
  drained: string
}

await runBench(
  `${ROUNDS} rounds of ${PER_SECOND} joins a second over ${CONNECTIONS} connections for ${SECONDS} s after one to warm up`,
  bench,
)

async function bench(lists: Lists) {
  console.log(
    [
      'No pauses between calls to the outside, time-outs of one second; pauses after failures are ended every second.',
      'So healthy services keep the machine busier than it ever is in use; those that misbehave leave it waiting.\n',
    ].join('\n'),
  )
  await (await startServer('./bench/load/fast-server.ts', lists.settings('empty'))).stop()
  const rounds: Round[] = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    // The second run may find a warmer machine, so the order alternates.
    const order: Weather[] = round % 2 ? ['healthy', 'misbehaving'] : ['misbehaving', 'healthy']
    for (const weather of order) rounds.push(await measure(lists, weather))
    console.log(`round ${round} of ${ROUNDS} done`)
  }
  report(rounds)
}

async function measure(lists: Lists, weather: Weather): Promise<Round> {
  lists.copy('empty', 'run')
  const fakes = fork('./bench/load/fakes.ts')
  const [addresses] = await once(fakes, 'message')
  const server = await startServer('./bench/load/fast-server.ts', { ...lists.settings('run'), ...addresses })
  const { connection } = await attachDatabase(
    { dataDir: lists.dataDir('run'), databaseUrl: undefined },
    { owner: 'the benchmark' },
  )
  const pool = new pg.Pool({ ...connection, max: 1 })
  try {
    if (weather === 'misbehaving') fakes.send('misbehave')
    const unpausing = setInterval(() => void endPauses(pool), 1_000)
    const args = [server.address, CONNECTIONS, SECONDS, PER_SECOND].map(String)
    const { p50, p99, failed } = await runToEnd<LoadResult>('./bench/load/load.ts', args, () => {})
    clearInterval(unpausing)
    const late = await countLate(pool)

    fakes.send('recover')
    const started = Date.now()
    await drain(pool)
    const drained = `${((Date.now() - started) / 1000).toFixed(0)} s`
    return { weather, p50, p99, failed, late, drained, ...(await compare(pool, await ask(fakes))) }
  } finally {
    await pool.end()
    await server.stop()
    fakes.disconnect()
    lists.verify('run')
  }
}

async function ask(fakes: ChildProcess): Promise<Received> {
  fakes.send('report')
  const [received] = await once(fakes, 'message')
  return received
}

async function compare(pool: pg.Pool, { messageIds, pages, subscriptions }: Received) {
  const people: string[] = (await pool.query('select email from waitlist_entries')).rows.map(({ email }) => email)
  const { rows: due } = await pool.query(
    `select '<' || remote_id || '>' as id, channel from outbox where channel like 'send-%' and state = 'done'`,
  )
  const arrived = new Set(messageIds)
  const isHere = new Set(people)
  const count = (emails: string[]) => new Set(emails.filter((email) => isHere.has(email))).size
  return {
    joined: people.length,
    welcomes: due.filter(({ id, channel }) => channel === 'send-waitlist-email' && arrived.has(id)).length,
    pages: count(pages),
    subscriptions: count(subscriptions),
    // Friends of one person may share a mail.
    told: due.filter(({ id }) => arrived.has(id)).length,
    'to be told': people.length + (await countCredits(pool)),
    doubles: pages.length - count(pages) + subscriptions.length - count(subscriptions),
  }
}

async function countCredits(pool: pg.Pool): Promise<number> {
  return (await pool.query(`select count(*)::int as count from waitlist_entries where counts`)).rows[0].count
}

function report(rounds: Round[]) {
  console.table(rounds)
  const middle = (weather: Weather, key: 'p50' | 'p99') =>
    median(rounds.filter((round) => round.weather === weather).map((round) => round[key]))
  for (const key of ['p50', 'p99'] as const) {
    const ratio = middle('misbehaving', key) / middle('healthy', key)
    console.log(
      `${key}: ${middle('misbehaving', key)} ms beside ${middle('healthy', key)} ms, a ratio of ${ratio.toFixed(2)}`,
    )
  }
  const isComplete = rounds.every(
    ({ joined, welcomes, pages, subscriptions, told, doubles, failed, ...round }) =>
      [welcomes, pages, subscriptions].every((count) => count === joined) &&
      told === round['to be told'] &&
      doubles + failed === 0,
  )
  console.log(
    isComplete ? 'Everything has arrived, each thing once.' : 'NOT everything has arrived, or something twice.',
  )
  console.log('Every run was followed by npm run verify, without a finding.')
  const isQuick = middle('misbehaving', 'p99') <= WANTED * middle('healthy', 'p99')
  if (!isComplete || !isQuick) process.exitCode = 1
}
