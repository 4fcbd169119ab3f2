import type { ArrivalsResult } from '../load/arrivals.ts'
import type { Lists } from '../lists.ts'
import { createPeople } from '../load/person.ts'
import { residentBytes, runToEnd } from '../processes.ts'
import type { Report } from '../report.ts'
import { median, ms, ratio, whole } from '../statistics.ts'
import { openVisitors } from '../load/visitors.ts'
import { waitForJobs } from '../running-postgres.ts'
import { ROUTES } from '#shared/routes.ts'

const SPIKE = { people: 20_000, seconds: 2 }
const FLOOD = { people: 40_000, seconds: 2 }
/** Open before a rush; all other people open new ones. */
const READY = 15_000
/** The JavaScript of both programs is still being compiled. */
const WARM_UP_SECONDS = 2
const MEGABYTE = 1024 * 1024

type Crowd = { what: string; perSecond: number; seconds: number; connections: number; warmUp?: number }
/** `left`: milliseconds from the last answer until all follow-up jobs were written. */
type CrowdRun = ArrivalsResult & { before: number; most: number; left: number }

/** People arrive on schedule, however long the answers take. `most`: joins a second of the closed loops. */
export async function benchCrowds(report: Report, lists: Lists, { most, seconds }: { most: number; seconds: number }) {
  report.section(
    'Crowds',
    `Open loop: people come when they come, each on a connection of their own, however long the answers take; times count
from the whole millisecond at which somebody was to come. The first ${WARM_UP_SECONDS} s of the steady crowd are left out.
Beyond 18,000 who wait for an answer, people wait for a connection, because a process may not open more files. Each crowd meets an empty list, and is followed by \`npm run verify\`.`,
  )
  const single = await measureSingle()
  const steady = await meet(lists, {
    what: 'half of the most',
    perSecond: most / 2,
    seconds: seconds + WARM_UP_SECONDS,
    connections: 500,
    warmUp: WARM_UP_SECONDS,
  })
  const spike = await meetSpike(report, lists)
  const flood = await meet(lists, rush('flood', FLOOD))
  report.say(`One person at a time: ${ms(single)} (median), durably written.`)
  report.table([
    toRow(`half of the most (${whole(most / 2)}/s for ${seconds} s)`, steady),
    toRow(`spike (${whole(SPIKE.people)} in ${SPIKE.seconds} s)`, spike),
    toRow(`flood (${whole(FLOOD.people)} in ${FLOOD.seconds} s)`, flood),
  ])
  report.judge(`p99 at half of the most, of one join alone (${ms(steady.p99)} of ${ms(single)})`, {
    wanted: 'at most 5',
    measured: ratio(steady.p99 / single),
    holds: steady.p99 / single <= 5,
  })
  report.judge(`${whole(FLOOD.people)} people in ${FLOOD.seconds} s: let in or refused, and nobody waits long`, {
    wanted: 'under 6 s, none failed',
    measured: `${ms(flood.longest)}, ${flood.failed} failed`,
    holds: flood.failed === 0 && flood.longest < 6_000,
  })

  async function measureSingle(): Promise<number> {
    lists.copy('empty', 'run')
    await using server = await lists.start('run')
    const { post, close } = await openVisitors(server.address, { path: ROUTES.join.path, ready: 1 })
    const people = await createPeople(server.address)
    const times: number[] = []
    for (const end = performance.now() + 3_000; performance.now() < end;) {
      const began = performance.now()
      await post(people.next())
      times.push(performance.now() - began)
    }
    close()
    return median(times)
  }
}
/** 20,000 people in two seconds, on an empty list. */
async function meetSpike(report: Report, lists: Lists): Promise<CrowdRun> {
  const spike = await meet(lists, rush('spike', SPIKE))
  report.judge(`${whole(SPIKE.people)} people in ${SPIKE.seconds} s: answered, in order`, {
    wanted: 'all',
    measured: `${whole(spike.joined)}, ${spike.overtaken} overtaken`,
    holds: spike.joined === SPIKE.people && spike.overtaken === 0,
  })
  return spike
}

async function meet(lists: Lists, crowd: Crowd): Promise<CrowdRun> {
  lists.copy('empty', 'run')
  const run = await onServer(lists, crowd)
  lists.verify('run')
  console.log(`${crowd.what}: done`)
  return run
}

async function onServer(lists: Lists, { perSecond, seconds, connections, warmUp = 0 }: Crowd): Promise<CrowdRun> {
  await using server = await lists.start('run')
  await runToEnd('./bench/load/load.ts', [server.address, '64', '1'], () => {})
  const before = residentBytes(server.process.pid!)
  let most = before
  const watch = setInterval(() => (most = Math.max(most, residentBytes(server.process.pid!))), 20)
  const args = [server.address, ...[perSecond, seconds, connections, warmUp].map(String)]
  const result = await runToEnd<ArrivalsResult>('./bench/load/arrivals.ts', args, () => {})
  clearInterval(watch)
  const began = performance.now()
  await waitForJobs(lists.dataDir('run'))
  return { ...result, before, most, left: performance.now() - began }
}

function rush(what: string, { people, seconds }: { people: number; seconds: number }): Crowd {
  return { what, perSecond: people / seconds, seconds, connections: READY }
}

function toRow(what: string, run: CrowdRun) {
  return {
    crowd: what,
    joined: whole(run.joined),
    refused: whole(run.refused),
    failed: run.failed,
    p50: ms(run.p50),
    p99: ms(run.p99),
    longest: ms(run.longest),
    'refused p50': run.refused > 0 ? ms(run.refusedP50) : '',
    'refused p99': run.refused > 0 ? ms(run.refusedP99) : '',
    overtaken: run.overtaken,
    'all answered after': ms(run.took),
    'jobs made after': ms(run.left),
    'server memory': `${whole(run.before / MEGABYTE)} to ${whole(run.most / MEGABYTE)} MB`,
  }
}
