import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Lists } from '../lists.ts'
import { familyBytes, familyOf, ownCpuMicroseconds, residentBytes, type Server, startServer } from '../processes.ts'
import type { Report } from '../report.ts'
import { median, ms, whole, withSpread } from '../statistics.ts'

const MEGABYTE = 1024 * 1024
/** Milliseconds of processor time a second. */
const MOST_AT_REST = 40

/** Until a started server prints its address. */
export async function benchStartUp(report: Report, lists: Lists, { rounds }: { rounds: number }) {
  report.section('Start and memory')
  const times = new Map<string, number[]>()
  const atRest: number[] = []
  let memory = ''
  for (let round = 0; round < rounds; round += 1) {
    await time('bare', () => startServer('./bench/load/bare-server.ts'))
    await time('first start, makes the database', () => lists.start(`new-${round}`))
    await time(
      'later start',
      () => lists.start(`new-${round}`),
      async (server) => {
        describe(server, `new-${round}`)
        atRest.push(await restOf(server))
      },
    )
  }
  report.table([...times].map(([what, values]) => ({ what, time: withSpread(values, ms) })))
  report.say(`${memory} Both take ${withSpread(atRest)} ms of processor time a second.`)
  report.judge('processor time of a server at rest, ms a second', {
    wanted: `≤ ${MOST_AT_REST}`,
    measured: whole(median(atRest)),
    holds: median(atRest) <= MOST_AT_REST,
  })

  async function time(what: string, start: () => Promise<Server>, look?: (server: Server) => unknown) {
    const began = performance.now()
    await using server = await start()
    times.set(what, [...(times.get(what) ?? []), performance.now() - began])
    await look?.(server)
  }

  function describe(server: Server, list: string) {
    const postmaster = Number.parseInt(readFileSync(join(lists.dataDir(list), 'postgres/postmaster.pid'), 'utf8'), 10)
    const [own, database] = [residentBytes(server.process.pid!), familyBytes(postmaster)]
    memory = `A server at rest takes ${whole(own / MEGABYTE)} MB, its PostgreSQL ${whole(database / MEGABYTE)} MB, what processes share counted once.`
  }
}

/** After the work of the start. */
async function restOf(server: Server): Promise<number> {
  const read = () => familyOf(server.process.pid!).reduce((sum, pid) => sum + ownCpuMicroseconds(pid), 0)
  await sleep(5_000)
  const before = read()
  await sleep(15_000)
  return (read() - before) / 15_000
}
