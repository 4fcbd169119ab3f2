import { median } from '../statistics.ts'
import type { Sample } from './samples.ts'

export type Verdict = { what: string; wanted: string; measured: string; holds: boolean }
type Kind = Exclude<keyof Sample, 'seconds' | 'tables'>

const MEGABYTE = 1024 * 1024
/** The start is left out: caches fill, and connections open. */
const WARM_UP = 0.1
/** A minute's growth as a share of the mean, below which it is noise of garbage collection. */
const MOST_GROWTH = 0.01
/** In less, a slope means nothing and one slow moment decides a median. */
const SHORTEST_HALF = 240
const TOO_SHORT = 'too short to judge'
const WAL_LIMIT = 1.1 * 1024 * MEGABYTE
/** PostgreSQL extends files, and vacuum comes late. */
const TABLE_SLACK = 2 * MEGABYTE
const DEAD_SLACK = 20_000
const SMALL_TABLE = MEGABYTE

export function judge(samples: Sample[]): Verdict[] {
  const usual = samples.slice(Math.floor(samples.length * WARM_UP))
  const middle = Math.floor(usual.length / 2)
  const [first, second] = [usual.slice(0, middle), usual.slice(middle)]
  return [
    flat('memory of the server', second, 'rss', { unit: MEGABYTE, name: 'MB', slack: 0 }),
    flat('heap of the server', second, 'heap', { unit: MEGABYTE, name: 'MB', slack: 2 * MEGABYTE }),
    flat('open files', second, 'files', { unit: 1, name: '', slack: 1 }),
    flat('database connections', second, 'connections', { unit: 1, name: '', slack: 1 }),
    {
      what: 'write-ahead log',
      wanted: `at most ${megabytes(WAL_LIMIT)}`,
      measured: megabytes(Math.max(...usual.map(({ wal }) => wal))),
      holds: usual.every(({ wal }) => wal <= WAL_LIMIT),
    },
    steady('event-loop delay, p99', { first, second, kind: 'lag', slack: 30 }),
    steady('joins, p95', { first, second, kind: 'joinP95', slack: 30 }),
    steady('age of the oldest due job', { first, second, kind: 'jobAge', slack: 60_000 }),
    ...tables(first, second),
  ]
}

type Unit = { unit: number; name: string; slack: number }

/** Of each minute's lowest value: memory is lowest after a garbage collection. */
function flat(what: string, second: Sample[], kind: Kind, { unit, name, slack }: Unit): Verdict {
  const mean = second.reduce((sum, sample) => sum + sample[kind], 0) / second.length
  const most = mean * MOST_GROWTH + slack
  const slope = slopeOf(lowestOfMinutes(second, kind))
  const show = (value: number) => `${(value / unit).toFixed(unit === 1 ? 1 : 2)} ${name}`.trim()
  return {
    what: `${what}, growth in a minute`,
    wanted: isLong(second) ? `at most ${show(most)}` : TOO_SHORT,
    measured: `${show(slope)} at ${show(mean)}`,
    holds: !isLong(second) || slope <= most,
  }
}

function isLong(half: Sample[]): boolean {
  return half.at(-1)!.seconds - half[0]!.seconds >= SHORTEST_HALF
}

function lowestOfMinutes(samples: Sample[], kind: Kind): [minute: number, value: number][] {
  const minutes = Map.groupBy(samples, ({ seconds }) => Math.floor(seconds / 60))
  return [...minutes].map(([minute, some]) => [minute, Math.min(...some.map((sample) => sample[kind]))])
}

function slopeOf(points: [x: number, y: number][]): number {
  const mean = (index: 0 | 1) => points.reduce((sum, point) => sum + point[index], 0) / points.length
  const [meanX, meanY] = [mean(0), mean(1)]
  const spread = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
  return points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / spread
}

type Halves = { first: Sample[]; second: Sample[]; kind: Kind; slack: number }

function steady(what: string, { first, second, kind, slack }: Halves): Verdict {
  const of = (half: Sample[]) => median(half.map((sample) => sample[kind]).filter((value) => !Number.isNaN(value)))
  const most = 1.5 * of(first) + slack
  return {
    what: `${what}, second half after first`,
    wanted: isLong(second) ? `at most ${most.toFixed(0)} ms` : TOO_SHORT,
    measured: `${of(second).toFixed(0)} ms after ${of(first).toFixed(0)}`,
    holds: !isLong(second) || of(second) <= most,
  }
}

/** May grow with the entries, as fast as in the first half, and dead rows are removed. */
function tables(first: Sample[], second: Sample[]): Verdict[] {
  const [start, middle, end] = [first[0]!, second[0]!, second.at(-1)!]
  const small = Object.entries(end.tables).filter(([, { bytes, dead }]) => bytes <= SMALL_TABLE && dead <= DEAD_SLACK)
  const others = Object.entries(end.tables).filter(([name]) => !small.some(([one]) => one === name))
  const inAll = small.reduce((sum, [, { bytes }]) => sum + bytes, 0)
  const together = { what: `${small.length} tables of at most ${megabytes(SMALL_TABLE)}`, wanted: 'small' }
  const judged = others.map(([name, table]): Verdict => {
    const at = (sample: Sample) => sample.tables[name]?.bytes ?? 0
    const perEntry = (at(middle) - at(start)) / Math.max(1, middle.entries - start.entries)
    const entries = end.entries - middle.entries
    const grown = table.bytes - at(middle)
    const most = 1.5 * perEntry * entries + TABLE_SLACK
    const deadest = Math.max(...second.map((sample) => sample.tables[name]?.dead ?? 0))
    const mostDead = table.live / 2 + DEAD_SLACK
    const measured = `${megabytes(grown)}, ${Math.round(grown / Math.max(1, entries))} bytes an entry after ${Math.round(perEntry)}; ${deadest} dead rows of ${table.live}`
    return {
      what: `table ${name} in the second half`,
      wanted: `at most ${megabytes(most)}, ${Math.round(mostDead)} dead`,
      measured,
      holds: grown <= most && deadest <= mostDead,
    }
  })
  return [...judged, { ...together, measured: `${megabytes(inAll)} together`, holds: true }]
}

export function megabytes(bytes: number): string {
  return `${(bytes / MEGABYTE).toFixed(1)} MB`
}
