import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { checkOut } from './checkout.ts'
import { type Lists, SERVER } from './lists.ts'
import { closedLoop } from './load/closed-loop.ts'
import { startServer } from './processes.ts'
import { median, ratio, whole, withSpread } from './statistics.ts'
import { waitForJobs } from './wait-for-jobs.ts'

type Version = 'before' | 'now'
type Kind = 'empty' | 'large'
/** Microseconds of processor time for each join. */
type Run = { perSecond: number; server: number; database: number }

type Comparison = {
  commit: string
  kinds: Kind[]
  people?: number
  connections: number[]
  rounds: number
  seconds: number
  /** The least ratio of joins per second now and before, or of a join's processor time before and now. */
  wanted: { perSecond: number } | { cost: number }
}

/** In turns, on lists that begin empty or large. Leaves the large list behind, as `large`. */
export async function compareJoins(lists: Lists, comparison: Comparison): Promise<void> {
  const { commit, kinds, people = 0, connections, rounds, seconds, wanted } = comparison
  using earlier = await checkOut(lists.folder, commit)
  const programs: Record<Version, string> = { before: join(earlier.path, SERVER), now: SERVER }
  for (const kind of kinds) await prepare(kind)
  const choices = kinds.flatMap((kind) => connections.map((count) => ({ kind, count, runs: noRuns() })))
  for (let round = 0; round < rounds; round += 1) {
    // So that neither always comes after the other.
    const versions: Version[] = round % 2 === 0 ? ['before', 'now'] : ['now', 'before']
    for (const { kind, count, runs } of choices)
      for (const version of versions) runs[version].push(await run(version, kind, count))
  }
  for (const { kind, count, runs } of choices) report(`${kind} list, ${count} connections`, runs, wanted)
  if (kinds.includes('large')) lists.verify('large-now')

  /** The earlier version fills the large list, and this one migrates a copy. */
  async function prepare(kind: Kind) {
    const list = `${kind}-before`
    if (!existsSync(lists.dataDir(list))) {
      await (await startServer(programs.before, lists.settings(list))).stop()
      const env = { ...process.env, ...lists.settings(list) }
      const seed = [join(earlier.path, 'src/server/cli/seed.ts'), String(people)]
      if (kind === 'large') execFileSync(process.execPath, seed, { env, stdio: 'ignore' })
    }
    if (kind === 'empty') return lists.prepare('empty-now')
    lists.copy(list, `${kind}-now`)
    await (await lists.start(`${kind}-now`)).stop()
    if (!existsSync(lists.dataDir('large'))) lists.copy('large-now', 'large')
  }

  async function run(version: Version, kind: Kind, count: number): Promise<Run> {
    const name = kind === 'empty' ? 'run' : `${kind}-${version}`
    if (kind === 'empty') lists.copy(`empty-${version}`, name)
    const result = await joinOn(programs[version], name, count)
    if (kind === 'empty' && version === 'now') lists.verify(name)
    return result
  }

  async function joinOn(program: string, name: string, count: number): Promise<Run> {
    await using server = await startServer(program, lists.settings(name))
    const dataDir = lists.dataDir(name)
    await waitForJobs(dataDir)
    const load = await closedLoop({ servers: [server], dataDir, connections: count, seconds })
    if (load.failed > 0) throw new Error(`${load.failed} joins failed`)
    const { server: own = 0, ...databases } = load.cpu
    return { perSecond: load.perSecond, server: own, database: Object.values(databases).reduce((a, b) => a + b, 0) }
  }
}

function noRuns(): Record<Version, Run[]> {
  return { before: [], now: [] }
}

function report(what: string, runs: Record<Version, Run[]>, wanted: Comparison['wanted']) {
  const costOf = ({ server, database }: Run) => server + database
  for (const version of ['before', 'now'] as const) {
    const some = runs[version]
    const parts = `server ${whole(median(some.map((run) => run.server)))}, PostgreSQL ${whole(median(some.map((run) => run.database)))}`
    console.log(
      `${what}, ${version}: ${withSpread(some.map(({ perSecond }) => perSecond))} joins/s, ${withSpread(some.map(costOf))} µs of processor time a join (${parts})`,
    )
  }
  // Of the same round.
  const pairs = runs.now.map((now, index) => ({ now, before: runs.before[index]! }))
  const ratios = {
    perSecond: pairs.map(({ now, before }) => now.perSecond / before.perSecond),
    cost: pairs.map(({ now, before }) => costOf(before) / costOf(now)),
  }
  const [name, least] = 'cost' in wanted ? (['cost', wanted.cost] as const) : (['perSecond', wanted.perSecond] as const)
  console.log(
    `${median(ratios[name]) >= least ? 'holds ' : 'MISSED'}  ${what}: joins/s now / before ${withSpread(ratios.perSecond, ratio)}, processor time before / now ${withSpread(ratios.cost, ratio)}; at least ${least} of the ${name === 'cost' ? 'latter' : 'former'}`,
  )
}
