import { paths } from '#shared/site/paths.ts'
import { findRunning } from '../../src/server/db/embedded/postgres.ts'
import { closedLoop } from '../load/closed-loop.ts'
import { type Lists, SERVER } from '../lists.ts'
import type { GetResult } from '../load/load-get.ts'
import { runToEnd, type Server, startServer } from '../processes.ts'
import type { Report } from '../report.ts'
import { median, ratio, withSpread } from '../statistics.ts'
import { waitForJobs } from '../wait-for-jobs.ts'

const SERVERS = [1, 2, 4]
const CONNECTIONS = [64, 256]

/** Several servers on one database, all on this machine: their results are correct, and this is their throughput. */
export async function benchServers(
  report: Report,
  lists: Lists,
  { rounds, seconds }: { rounds: number; seconds: number },
) {
  report.section(
    'Several servers on one database',
    `The first runs the database, the others use it; the connections are shared out among them. All of them, PostgreSQL
and the process that makes the load share this machine. ${rounds} rounds of ${seconds} s in turns.`,
  )
  lists.copy('empty', 'run')
  await using parts = new AsyncDisposableStack()
  const servers: Server[] = [parts.use(await lists.start('run'))]
  const { user, password, host, database } = (await findRunning(lists.dataDir('run')))!
  const DATABASE_URL = `postgres://${user}:${String(password)}@${encodeURIComponent(String(host))}/${database}`
  while (servers.length < Math.max(...SERVERS)) {
    servers.push(parts.use(await startServer(SERVER, { ...lists.settings('beside'), DATABASE_URL })))
  }

  const rates = new Map<string, number[]>()
  const note = (key: string, rate: number) => rates.set(key, [...(rates.get(key) ?? []), rate])
  for (let round = 0; round < rounds; round += 1) {
    for (const count of SERVERS) {
      const some = servers.slice(0, count)
      await waitForJobs(lists.dataDir('run'))
      for (const connections of CONNECTIONS) {
        const { perSecond, failed } = await closedLoop({ servers: some, connections, seconds })
        if (failed > 0) throw new Error(`${failed} joins failed with ${count} servers`)
        note(`joins/s at ${connections} ${count}`, perSecond)
      }
      for (const [what, path] of [
        ['count', paths.api.count],
        ['page', paths.contact],
      ] as const) {
        const addresses = some.map(({ address }) => address + path).join(',')
        const { perSecond } = await runToEnd<GetResult>('./bench/load/load-get.ts', [addresses, '64', '2'], () => {})
        note(`GET/s of ${what} ${count}`, perSecond)
      }
    }
  }
  lists.verify('run')
  const what = [...CONNECTIONS.map((connections) => `joins/s at ${connections}`), 'GET/s of count', 'GET/s of page']
  const of = (key: string, count: number) => rates.get(`${key} ${count}`)!
  report.table(
    SERVERS.map((count) => ({
      servers: count,
      ...Object.fromEntries(what.map((key) => [key, withSpread(of(key, count))])),
    })),
  )
  for (const count of SERVERS.slice(1)) {
    for (const connections of CONNECTIONS) {
      const key = `joins/s at ${connections}`
      const share = median(of(key, count)) / median(of(key, 1))
      report.judge(`joins/s of ${count} servers at ${connections} connections, of one server's`, {
        wanted: 'at least 0.9',
        measured: ratio(share),
        holds: share >= 0.9,
      })
    }
  }
}
