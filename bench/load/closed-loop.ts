import { between, type Cpu, openCpuMeter } from '../cpu-meter.ts'
import type { LoadResult } from './load.ts'
import { runToEnd, type Server } from '../processes.ts'
import { waitForJobs } from '../running-postgres.ts'

/** `cpu`: microseconds for each join, with what follows it. */
export type ClosedRun = LoadResult & { cpu: Cpu }

type Options = { servers: Server[]; dataDir?: string; connections: number; seconds: number }

/** Each connection sends its next join as soon as the last one is answered. */
export async function closedLoop({ servers, dataDir, connections, seconds }: Options): Promise<ClosedRun> {
  const pids = servers.map((server) => server.process.pid!)
  await using meter = dataDir ? await openCpuMeter(dataDir, pids) : null
  let before: Promise<Cpu> | undefined
  const args = [servers.map(({ address }) => address).join(','), String(connections), String(seconds)]
  const result = await runToEnd<LoadResult>('./bench/load/load.ts', args, (message) => {
    if (message === 'measuring') before = meter?.read()
  })
  await meter?.read()
  if (dataDir) await waitForJobs(dataDir)
  const spent = meter && before ? between(await before, await meter.read()) : {}
  const cpu = Object.fromEntries(Object.entries(spent).map(([name, time]) => [name, time / result.requests]))
  return { ...result, cpu }
}
