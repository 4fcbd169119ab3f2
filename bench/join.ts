import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LoadResult } from './load.ts'
import { cpuMicroseconds, ownCpuMicroseconds, runToEnd, startServer } from './processes.ts'

const ROUNDS = 5
const SECONDS = 4
const FULL = 100_000
const CONNECTIONS = [64, 256]
const SERVER = './src/server/main.ts'

type Target = 'bare' | 'empty' | 'full'
type Sample = LoadResult & { serverCpu: number; databaseCpu: number }

const folder = mkdtempSync(join(tmpdir(), 'firstchair-bench-'))
try {
  await bench()
} finally {
  rmSync(folder, { recursive: true })
}

/** Joins per second on an empty and on a full list, beside a server that only parses; interleaved, medians. */
async function bench() {
  console.log(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, ${ROUNDS} rounds of ${SECONDS} s`)
  await prepareLists()
  const samples = new Map<string, Sample[]>()
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const connections of CONNECTIONS) {
      for (const target of ['bare', 'empty', 'full'] as const) {
        const key = `${target} ${connections}`
        samples.set(key, [...(samples.get(key) ?? []), await measure(target, connections)])
      }
    }
    console.log(`round ${round} of ${ROUNDS} done`)
  }
  report(samples)
}

async function prepareLists() {
  for (const list of ['empty', 'full']) {
    const server = await startServer(SERVER, settings(list))
    await server.stop()
  }
  runTool('seed', 'full', [String(FULL)])
}

async function measure(target: Target, connections: number): Promise<Sample> {
  if (target === 'bare') {
    const server = await startServer('./bench/bare-server.ts')
    return load(server.address, connections, { server: () => ownCpuMicroseconds(server.process.pid!) }).finally(
      server.stop,
    )
  }
  rmSync(join(folder, 'run'), { recursive: true, force: true })
  cpSync(join(folder, target), join(folder, 'run'), { recursive: true, preserveTimestamps: true })
  const server = await startServer(SERVER, settings('run'))
  const postmaster = Number.parseInt(readFileSync(join(folder, 'run/postgres/postmaster.pid'), 'utf8'), 10)
  const sample = await load(server.address, connections, {
    server: () => ownCpuMicroseconds(server.process.pid!),
    database: () => cpuMicroseconds(postmaster),
  }).finally(server.stop)
  runTool('verify', 'run')
  return sample
}

async function load(
  address: string,
  connections: number,
  cpu: { server: () => number; database?: () => number },
): Promise<Sample> {
  let before = { server: 0, database: 0 }
  const read = () => ({ server: cpu.server(), database: cpu.database?.() ?? 0 })
  const args = [address, String(connections), String(SECONDS)]
  const result = await runToEnd<LoadResult>('./bench/load.ts', args, (message) => {
    if (message === 'measuring') before = read()
  })
  const after = read()
  return {
    ...result,
    serverCpu: (after.server - before.server) / result.requests,
    databaseCpu: (after.database - before.database) / result.requests,
  }
}

function report(samples: Map<string, Sample[]>) {
  const bare = (connections: number) => median(samples.get(`bare ${connections}`)!, 'perSecond')
  const rows = [...samples].map(([key, runs]) => {
    const [target = '', connections = ''] = key.split(' ')
    return {
      target,
      connections,
      'joins/s': Math.round(median(runs, 'perSecond')),
      'of bare': (median(runs, 'perSecond') / bare(Number(connections))).toFixed(3),
      'p50 ms': median(runs, 'p50'),
      'p99 ms': median(runs, 'p99'),
      failed: runs.reduce((total, { failed }) => total + failed, 0),
      'all positions distinct': target === 'bare' ? '' : runs.every((run) => run.distinctPositions === run.requests),
      'server µs': Math.round(median(runs, 'serverCpu')),
      'database µs': Math.round(median(runs, 'databaseCpu')),
    }
  })
  console.table(rows)
  for (const connections of CONNECTIONS) {
    const ratio =
      median(samples.get(`full ${connections}`)!, 'perSecond') /
      median(samples.get(`empty ${connections}`)!, 'perSecond')
    console.log(
      `${connections} connections: ${FULL.toLocaleString('en')} entries run at ${ratio.toFixed(2)} of an empty list`,
    )
  }
  console.log('Every run was followed by npm run verify, without a finding.')
}

function median(runs: Sample[], key: keyof Sample): number {
  return runs.map((run) => run[key]).sort((a, b) => a - b)[Math.floor(runs.length / 2)]!
}

function settings(list: string): NodeJS.ProcessEnv {
  return { DATA_DIR: join(folder, list), PORT: '0', RATE_LIMIT: 'off', LOG_LEVEL: 'error', DATABASE_URL: '' }
}

/** Throws when the tool finds fault. */
function runTool(name: 'seed' | 'verify', list: string, args: string[] = []) {
  const env = { ...process.env, ...settings(list) }
  execFileSync(process.execPath, [`./src/server/cli/${name}.ts`, ...args], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
