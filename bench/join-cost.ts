import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkOut } from './checkout.ts'
import { closedLoop } from './closed-loop.ts'
import { openLists, SERVER } from './lists.ts'
import { startServer } from './processes.ts'
import { median, ratio, whole, withSpread } from './statistics.ts'
import { waitForJobs } from './wait-for-jobs.ts'

/*
 * The processor time of a join, of an earlier commit and of this checkout in turns, on lists that begin empty. Other
 * work on the machine hardly changes it, unlike the joins per second:
 *   node bench/join-cost.ts <commit> [rounds] [seconds]
 */

const [commit = 'HEAD', rounds = '5', seconds = '3'] = process.argv.slice(2)
const CONNECTIONS = 64
/** The least ratio of the processor time of a join then and now. */
const WANTED = 0.95

type Version = 'before' | 'now'
const costs: Record<Version, { server: number; database: number; perSecond: number }[]> = { before: [], now: [] }

const folder = mkdtempSync(join(tmpdir(), 'firstchair-bench-'))
try {
  const lists = openLists(folder)
  using earlier = await checkOut(folder, commit)
  const programs: Record<Version, string> = { before: join(earlier.path, SERVER), now: SERVER }
  for (const version of ['before', 'now'] as const)
    await (await startServer(programs[version], lists.settings(version))).stop()
  for (let round = 0; round < Number(rounds); round += 1) {
    // The order changes, so that neither always comes after the other.
    const versions: Version[] = round % 2 === 0 ? ['before', 'now'] : ['now', 'before']
    for (const version of versions) await run(version)
  }
  report()

  async function run(version: Version) {
    lists.copy(version, 'run')
    await using server = await startServer(programs[version], lists.settings('run'))
    const dataDir = lists.dataDir('run')
    await waitForJobs(dataDir)
    const { cpu, perSecond, failed } = await closedLoop({
      servers: [server],
      dataDir,
      connections: CONNECTIONS,
      seconds: Number(seconds),
    })
    if (failed > 0) throw new Error(`${failed} joins failed`)
    const { server: own = 0, ...databases } = cpu
    const database = Object.values(databases).reduce((sum, time) => sum + time, 0)
    costs[version].push({ server: own, database, perSecond })
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function report() {
  const sums = (version: Version) => costs[version].map(({ server, database }) => server + database)
  // Each run beside the one that came just before or after it.
  const shares = sums('now').map((now, index) => sums('before')[index]! / now)
  for (const version of ['before', 'now'] as const) {
    const of = (part: 'server' | 'database' | 'perSecond') => whole(median(costs[version].map((cost) => cost[part])))
    console.log(
      `${version}: ${withSpread(sums(version))} µs a join (server ${of('server')}, PostgreSQL ${of('database')}); ${of('perSecond')} joins/s`,
    )
  }
  console.log(
    `${median(shares) >= WANTED ? 'holds ' : 'MISSED'}  before / now: ${withSpread(shares, ratio)}, at least ${WANTED}`,
  )
}
