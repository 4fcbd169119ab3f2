import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { checkFolder } from '../src/server/operations/work-folder.ts'
import { MOST_REST_MS } from '../src/server/base/rest.ts'
import type { Lists } from './lists.ts'
import type { LoadResult } from './load/load.ts'
import { familyBytes, familyOf, residentBytes, runToEnd } from './processes.ts'
import { runBench } from './run-bench.ts'
import { median, ratio, shareOf, whole, withSpread } from './statistics.ts'
import { waitForJobs } from './running-postgres.ts'

/*
 * In pairs of runs: with a backup, and without. npm run bench:backup -- [people on the list] [pairs while it is
 * written, and while it is checked]
 */

const [people = '1000000', pairsText = '12'] = process.argv.slice(2)
const PEOPLE = Number(people)
const PAIRS = Number(pairsText)
const CONNECTIONS = 64
const LOAD_SECONDS = 8
/** To start, and to measure the load of the machine. */
const START_MS = 3_000
const WANTED = 0.95
const WATCH_MS = 500
const MEGABYTE = 1024 * 1024

/** First written, then restored for a check beside the list. */
type Phase = 'write' | 'check'
type Pair = { beside: LoadResult; alone: LoadResult }
type RunningBackup = { child: ChildProcess; isOn: () => boolean }

await runBench(`${whole(PEOPLE)} entries`, async (lists) => {
  console.log(`Closed loop of ${CONNECTIONS} connections, runs of ${LOAD_SECONDS} s, in at most ${PAIRS} pairs.\n`)
  await lists.prepare('large', PEOPLE)
  lists.copy('large', 'run')
  await bench(lists)
  lists.verify('run')
  console.log('Followed by npm run verify, without a finding.')
})

async function bench(lists: Lists) {
  await using server = await lists.start('run')
  const idle = () => waitForJobs(lists.dataDir('run'))
  const load = () =>
    runToEnd<LoadResult>('./bench/load/load.ts', [server.address, String(CONNECTIONS), String(LOAD_SECONDS)])
  const join = async () => {
    await idle()
    return load()
  }
  await idle()
  reportBackup('while nobody joins', await makeBackup(lists))
  await join()
  const written: Pair[] = []
  for (let count = 0; count < PAIRS; count += 1) {
    await idle()
    written.push(await pairOf(count, { beside: () => whileWritten(lists, load), alone: join }))
  }
  reportPairs('written', written)
  const checked: Pair[] = []
  const backup = await makeBackup(lists, async ({ child, isOn }) => {
    for (let count = 0; count < PAIRS && isOn(); count += 1) {
      const pair = await pairOf(count, { beside: join, alone: () => whileStopped(child, join) })
      // The check may have ended meanwhile.
      if (isOn()) checked.push(pair)
    }
  })
  reportPairs('checked', checked)
  reportBackup('while people join in half of its check', backup)
}

type Run = () => Promise<LoadResult>

async function pairOf(count: number, { beside, alone }: { beside: Run; alone: Run }): Promise<Pair> {
  if (count % 2 === 0) return { beside: await beside(), alone: await alone() }
  const first = await alone()
  return { beside: await beside(), alone: first }
}

async function whileWritten(lists: Lists, load: Run): Promise<LoadResult> {
  const child = startBackup(lists)
  await pause(START_MS)
  const run = await load()
  if (child.exitCode !== null) throw new Error('The backup ended before the joins did')
  child.kill('SIGTERM')
  await once(child, 'exit')
  return run
}

async function whileStopped(child: ChildProcess, join: Run): Promise<LoadResult> {
  const family = familyOf(child.pid!)
  signal(family, 'SIGSTOP')
  try {
    return await join()
  } finally {
    signal(family, 'SIGCONT')
    // The backup counts the stop as work, and rests for it.
    await pause(MOST_REST_MS)
  }
}

function signal(pids: number[], name: 'SIGSTOP' | 'SIGCONT') {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch {
      // The process has ended.
    }
  }
}

function targetOf(lists: Lists): string {
  return join(lists.folder, 'backups')
}

function startBackup(lists: Lists): ChildProcess {
  rmSync(targetOf(lists), { recursive: true, force: true })
  const env = { ...process.env, ...lists.settings('run'), BACKUP_DIR: targetOf(lists) }
  return fork('./src/server/cli/backup.ts', { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
}

async function makeBackup(lists: Lists, work: (backup: RunningBackup) => Promise<void> = async () => {}) {
  const began = performance.now()
  const child = startBackup(lists)
  const ended = once(child, 'exit')
  const watched = watch(child, lists.dataDir('run'))
  while (child.exitCode === null && watched.phase() === 'write') await pause(WATCH_MS)
  await work({ child, isOn: () => child.exitCode === null })
  const [code] = await ended
  const { checkedFrom, over, ...memory } = watched.stop()
  if (code !== 0) throw new Error(`The backup ended with ${code}`)
  const [file = ''] = readdirSync(targetOf(lists)).filter((name) => name.startsWith('firstchair-'))
  const times = { write: (checkedFrom - began) / 1_000, check: (over - checkedFrom) / 1_000 }
  return { ...times, ...memory, bytes: statSync(join(targetOf(lists), file)).size }
}

/** Peak memory of the program alone, and with its PostgreSQL. */
function watch(child: ChildProcess, dataDir: string) {
  let [ownBytes, allBytes, checkedFrom, over] = [0, 0, 0, 0]
  child.once('exit', () => (over = performance.now()))
  const timer = setInterval(() => {
    if (child.exitCode !== null) return
    ownBytes = Math.max(ownBytes, residentBytes(child.pid!))
    allBytes = Math.max(allBytes, familyBytes(child.pid!))
    if (checkedFrom === 0 && existsSync(checkFolder(dataDir))) checkedFrom = performance.now()
  }, WATCH_MS)
  return {
    phase: (): Phase => (checkedFrom === 0 ? 'write' : 'check'),
    stop: () => {
      clearInterval(timer)
      return { checkedFrom, over, ownBytes, allBytes }
    },
  }
}

function reportBackup(when: string, backup: Awaited<ReturnType<typeof makeBackup>>) {
  const megabytes = (bytes: number) => whole(bytes / MEGABYTE)
  console.log(`${when}: written in ${whole(backup.write)} s, checked in ${whole(backup.check)} s`)
  console.log(
    `        ${megabytes(backup.bytes)} MB; memory at most ${megabytes(backup.ownBytes)} MB, with the check's PostgreSQL ${megabytes(backup.allBytes)} MB (what processes share counted once)`,
  )
}

function reportPairs(what: string, pairs: Pair[]) {
  if (pairs.length === 0) return console.log(`while it is ${what}: over before a pair of runs was`)
  const [beside, alone] = [pairs.map((pair) => pair.beside), pairs.map((pair) => pair.alone)]
  // Sums of all runs: a backup works and rests in turns that may be longer than a run.
  const share = shareOf(pairs.map((pair) => [pair.beside.perSecond, pair.alone.perSecond]))
  console.log(
    `${share.value >= WANTED ? 'holds ' : 'MISSED'}  joins/s while it is ${what}: ${describe(beside)}; beside those without ${ratio(share.value)} (${ratio(share.low)} – ${ratio(share.high)}), at least ${WANTED}`,
  )
  console.log(`        without: ${describe(alone)}`)
  console.log(
    `        pair after pair: ${pairs.map((pair) => ratio(pair.beside.perSecond / pair.alone.perSecond)).join(', ')}`,
  )
  console.log(`        ${[...beside, ...alone].reduce((sum, run) => sum + run.failed, 0)} joins failed`)
}

function describe(runs: LoadResult[]): string {
  return `${withSpread(runs.map(({ perSecond }) => perSecond))}, p99 ${whole(median(runs.map(({ p99 }) => p99)))} ms`
}
