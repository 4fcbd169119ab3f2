import { closedLoop, type ClosedRun } from '../load/closed-loop.ts'
import type { Lists } from '../lists.ts'
import { startServer } from '../processes.ts'
import type { Report } from '../report.ts'
import { median, ratio, whole, withSpread } from '../statistics.ts'
import { waitForJobs } from '../running-postgres.ts'

type JoinOptions = { rounds: number; seconds: number; people: number }

const CONNECTIONS = [64, 256]
const WANTED: Record<number, number> = { 64: 0.2, 256: 0.25 }

/** Beside a server that only parses. Returns the highest rate. */
export async function benchJoins(
  report: Report,
  lists: Lists,
  { rounds, seconds, people }: JoinOptions,
): Promise<number> {
  report.section(
    'Joins',
    `Closed loop: each connection sends its next join as soon as the last was answered. "bare" is \`node:http\` that parses
the same bodies and answers as much. ${rounds} rounds of ${seconds} s, in turns; the median, and the lowest and highest.
Each run on a list that began empty is followed by \`npm run verify\`.`,
  )
  const runs = new Map<string, ClosedRun[]>()
  for (let round = 0; round < rounds; round += 1) {
    for (const connections of CONNECTIONS) {
      for (const target of ['bare', 'empty', 'large']) {
        const run = await measure(target, connections)
        const key = `${target} ${connections}`
        runs.set(key, [...(runs.get(key) ?? []), run])
      }
    }
  }
  lists.verify('large')
  for (const connections of CONNECTIONS) tell(connections)
  return Math.max(...[...runs].filter(([key]) => key.startsWith('empty')).flatMap(([, all]) => all.map(perSecond)))

  function nameOf(target: string): string {
    return { bare: 'bare', empty: 'a list that begins empty' }[target] ?? `a list of ${whole(people)}`
  }

  async function measure(target: string, connections: number): Promise<ClosedRun> {
    if (target === 'bare') {
      await using server = await startServer('./bench/load/bare-server.ts')
      return await closedLoop({ servers: [server], connections, seconds })
    }
    const list = target === 'empty' ? 'run' : target
    if (target === 'empty') lists.copy('empty', list)
    const run = await onServer(list, connections)
    if (target === 'empty') lists.verify(list)
    return run
  }

  async function onServer(list: string, connections: number) {
    await using server = await lists.start(list)
    await waitForJobs(lists.dataDir(list))
    return await closedLoop({ servers: [server], dataDir: lists.dataDir(list), connections, seconds })
  }

  function tell(connections: number) {
    const of = (target: string) => runs.get(`${target} ${connections}`)!
    const bare = median(of('bare').map(perSecond))
    const empty = median(of('empty').map(perSecond))
    const grown = median(of('large').map(perSecond))
    report.table(
      ['bare', 'empty', 'large'].map((target) => ({
        [`${connections} connections`]: nameOf(target),
        'joins/s': withSpread(of(target).map(perSecond)),
        'of bare': ratio(median(of(target).map(perSecond)) / bare),
        'p50 ms': whole(median(of(target).map(({ p50 }) => p50))),
        'p99 ms': whole(median(of(target).map(({ p99 }) => p99))),
        failed: of(target).reduce((sum, { failed }) => sum + failed, 0),
        'positions twice': target === 'bare' ? '' : of(target).reduce((sum, run) => sum + twice(run), 0),
      })),
    )
    report.table([
      { [`CPU µs per join, ${connections} connections`]: nameOf('empty'), ...cpuOf(of('empty')) },
      { [`CPU µs per join, ${connections} connections`]: nameOf('large'), ...cpuOf(of('large')) },
    ])
    const wanted = WANTED[connections]!
    report.judge(`joins/s at ${connections} connections, of the bare server's`, {
      wanted: `at least ${wanted}`,
      measured: ratio(empty / bare),
      holds: empty / bare >= wanted,
    })
    report.judge(`joins/s at ${connections} connections on a list of ${whole(people)}, of an empty one's`, {
      wanted: 'at least 0.9',
      measured: ratio(grown / empty),
      holds: grown / empty >= 0.9,
    })
  }
}

function perSecond(run: ClosedRun): number {
  return run.perSecond
}

function twice({ requests, distinctPositions }: ClosedRun): number {
  return requests - distinctPositions
}

function cpuOf(runs: ClosedRun[]): Record<string, string> {
  const names = [...new Set(runs.flatMap(({ cpu }) => Object.keys(cpu)))].sort()
  return Object.fromEntries(names.map((name) => [name, whole(median(runs.map(({ cpu }) => cpu[name] ?? 0)))]))
}
