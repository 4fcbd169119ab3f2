import { join } from 'node:path'
import { checkOut } from './checkout.ts'
import { type Lists, SERVER } from './lists.ts'
import { closedLoop } from './load/closed-loop.ts'
import { startServer } from './processes.ts'
import { runBench } from './run-bench.ts'
import { waitForJobs } from './running-postgres.ts'
import { median, ratio, whole, withSpread } from './statistics.ts'

/*
 * Of an earlier commit and of this checkout in turns, on lists that begin empty. Other work on the machine hardly
 * changes the processor time, unlike the joins per second: npm run bench:join -- <commit> [rounds] [seconds]
 */
const [commit = 'HEAD', rounds = '5', seconds = '3'] = process.argv.slice(2)
const CONNECTIONS = 64
/** The least ratio of a join's processor time before and now. */
const WANTED = 0.95
const VERSIONS = ['before', 'now'] as const

type Version = (typeof VERSIONS)[number]
/** Microseconds of processor time for each join. */
type Run = { perSecond: number; server: number; database: number }

await runBench(`joins before and after ${commit}`, async (lists) => {
  using earlier = await checkOut(lists.folder, commit)
  const programs: Record<Version, string> = { before: join(earlier.path, SERVER), now: SERVER }
  for (const version of VERSIONS)
    await (await startServer(programs[version], lists.settings(`empty-${version}`))).stop()
  const runs: Record<Version, Run[]> = { before: [], now: [] }
  for (let round = 0; round < Number(rounds); round += 1) {
    // So that neither always comes after the other.
    for (const version of round % 2 === 0 ? VERSIONS : VERSIONS.toReversed()) {
      lists.copy(`empty-${version}`, 'run')
      runs[version].push(await joinOn(lists, programs[version]))
      if (version === 'now') lists.verify('run')
    }
  }
  report(runs)
})

async function joinOn(lists: Lists, program: string): Promise<Run> {
  await using server = await startServer(program, lists.settings('run'))
  const dataDir = lists.dataDir('run')
  await waitForJobs(dataDir)
  const load = await closedLoop({ servers: [server], dataDir, connections: CONNECTIONS, seconds: Number(seconds) })
  if (load.failed > 0) throw new Error(`${load.failed} joins failed`)
  const { server: own = 0, ...databases } = load.cpu
  return { perSecond: load.perSecond, server: own, database: Object.values(databases).reduce((a, b) => a + b, 0) }
}

function report(runs: Record<Version, Run[]>) {
  const costOf = ({ server, database }: Run) => server + database
  const ratios = (of: (now: Run, before: Run) => number) => runs.now.map((now, round) => of(now, runs.before[round]!))
  for (const version of VERSIONS) {
    const some = runs[version]
    const parts = `server ${whole(median(some.map((run) => run.server)))}, PostgreSQL ${whole(median(some.map((run) => run.database)))}`
    console.log(
      `${version}: ${withSpread(some.map(({ perSecond }) => perSecond))} joins/s, ${withSpread(some.map(costOf))} µs of processor time a join (${parts})`,
    )
  }
  const costs = ratios((now, before) => costOf(before) / costOf(now))
  const rates = ratios((now, before) => now.perSecond / before.perSecond)
  console.log(
    `${median(costs) >= WANTED ? 'holds ' : 'MISSED'}  joins/s now / before ${withSpread(rates, ratio)}, processor time before / now ${withSpread(costs, ratio)}; at least ${WANTED} of the latter`,
  )
}
