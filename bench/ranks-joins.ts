import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { checkOut } from './checkout.ts'
import { closedLoop, type ClosedRun } from './closed-loop.ts'
import { type Lists, SERVER } from './lists.ts'
import { startServer } from './processes.ts'
import { median, ratio, whole, withSpread } from './statistics.ts'
import { waitForJobs } from './wait-for-jobs.ts'

const ROUNDS = 7
const SECONDS = 4
const CONNECTIONS = [64, 256]
const WANTED = 0.97

type Version = 'before' | 'now'
type Run = ClosedRun & { version: Version; list: string; connections: number }

/**
 * Joins per second of an earlier commit and of this checkout, in turns, each on a list that begins empty and on one of
 * this many people. Leaves the large list behind, as `large`.
 */
export async function compareJoins(lists: Lists, { commit, people }: { commit: string; people: number }) {
  using earlier = await checkOut(lists.folder, commit)
  const checkout = earlier.path
  await prepareLists(lists, { checkout, people })
  const runs: Run[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const list of ['empty', 'large']) {
      for (const connections of CONNECTIONS) {
        // The order changes, so that neither always comes after the other.
        const versions: Version[] = round % 2 === 0 ? ['before', 'now'] : ['now', 'before']
        for (const version of versions) runs.push(await run(lists, { checkout, version, list, connections }))
      }
    }
  }
  report(runs)
  lists.verify('large-now')
}

/** The earlier version makes the lists, and this one brings copies of them up to date. */
async function prepareLists(lists: Lists, { checkout, people }: { checkout: string; people: number }) {
  for (const list of ['empty', 'large']) {
    if (!existsSync(lists.dataDir(`${list}-before`))) {
      await (await startServer(join(checkout, SERVER), lists.settings(`${list}-before`))).stop()
      const env = { ...process.env, ...lists.settings(`${list}-before`) }
      const seed = [join(checkout, 'src/server/cli/seed.ts'), String(people)]
      if (list === 'large') execFileSync(process.execPath, seed, { env, stdio: 'ignore' })
    }
    lists.copy(`${list}-before`, `${list}-now`)
    await (await lists.start(`${list}-now`)).stop()
  }
  if (!existsSync(lists.dataDir('large'))) lists.copy('large-now', 'large')
}

type Choice = Pick<Run, 'version' | 'list' | 'connections'> & { checkout: string }

async function run(lists: Lists, { checkout, version, list, connections }: Choice): Promise<Run> {
  const name = list === 'empty' ? `run-${version}` : `${list}-${version}`
  if (list === 'empty') lists.copy(`empty-${version}`, name)
  const program = version === 'before' ? join(checkout, SERVER) : SERVER
  const result = await joinsOf(program, { lists, name, connections })
  if (list === 'empty' && version === 'now') lists.verify(name)
  return { ...result, version, list, connections }
}

async function joinsOf(
  program: string,
  { lists, name, connections }: { lists: Lists; name: string; connections: number },
) {
  await using server = await startServer(program, lists.settings(name))
  const dataDir = lists.dataDir(name)
  await waitForJobs(dataDir)
  return await closedLoop({ servers: [server], dataDir, connections, seconds: SECONDS })
}

function report(runs: Run[]) {
  for (const list of ['empty', 'large']) {
    for (const connections of CONNECTIONS) {
      const of = (version: Version) =>
        runs.filter((run) => run.version === version && run.list === list && run.connections === connections)
      const [before, now] = [of('before'), of('now')]
      // Each run beside the one that came just before or after it.
      const ratios = now.map(({ perSecond }, index) => perSecond / before[index]!.perSecond)
      const share = median(ratios)
      const cpu = (some: Run[]) => whole(median(some.map((one) => one.cpu['database, joins'] ?? 0)))
      console.log(
        `${share >= WANTED ? 'holds ' : 'MISSED'}  ${list} list, ${connections} connections: ${withSpread(perSecond(now))} joins/s, before ${withSpread(perSecond(before))}; ratio ${withSpread(ratios, ratio)}, at least ${WANTED}; µs of PostgreSQL per join ${cpu(now)}, before ${cpu(before)}`,
      )
    }
  }
}

function perSecond(runs: Run[]): number[] {
  return runs.map((run) => run.perSecond)
}
