import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Lists } from '../lists.ts'
import { familyBytes, residentBytes, type Server, startServer } from '../processes.ts'
import type { Report } from '../report.ts'
import { ms, whole, withSpread } from '../statistics.ts'

const MEGABYTE = 1024 * 1024

/** The time from starting the process to its address on the terminal, and the memory of an idle server. */
export async function benchStartUp(report: Report, lists: Lists, { rounds }: { rounds: number }) {
  report.section('Start and memory')
  const times = new Map<string, number[]>()
  let memory = ''
  for (let round = 0; round < rounds; round += 1) {
    await time('bare', () => startServer('./bench/load/bare-server.ts'))
    await time('first start, makes the database', () => lists.start(`new-${round}`))
    await time(
      'later start',
      () => lists.start(`new-${round}`),
      (server) => describe(server, `new-${round}`),
    )
  }
  report.table([...times].map(([what, values]) => ({ what, time: withSpread(values, ms) })))
  report.say(memory)

  async function time(what: string, start: () => Promise<Server>, look: (server: Server) => void = () => {}) {
    const began = performance.now()
    await using server = await start()
    times.set(what, [...(times.get(what) ?? []), performance.now() - began])
    look(server)
  }

  function describe(server: Server, list: string) {
    const postmaster = Number.parseInt(readFileSync(join(lists.dataDir(list), 'postgres/postmaster.pid'), 'utf8'), 10)
    const [own, database] = [residentBytes(server.process.pid!), familyBytes(postmaster)]
    memory = `A server at rest takes ${whole(own / MEGABYTE)} MB, its PostgreSQL ${whole(database / MEGABYTE)} MB, what processes share counted once.`
  }
}
