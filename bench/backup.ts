import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { checkFolder } from '../src/server/backup/work-folder.ts'
import { type Lists, openLists } from './lists.ts'
import type { LoadResult } from './load.ts'
import { familyBytes, familyOf, residentBytes, runToEnd, type Server } from './processes.ts'
import { median, ratio, whole, withSpread } from './statistics.ts'
import { waitForJobs } from './wait-for-jobs.ts'

/*
 * A backup while people join, in pairs of runs: with the backup, and with its processes stopped. The second run of a pair
 * shows what the machine can do at that time.
 *   npm run bench:backup -- [people on the list] [rounds]
 */

const [people = '1000000', roundsText = '3'] = process.argv.slice(2)
const PEOPLE = Number(people)
const ROUNDS = Number(roundsText)
const CONNECTIONS = 64
const LOAD_SECONDS = 8
/** Runs without a backup before and after each one. */
const ALONE = 4
/**
 * The most pairs while a backup is written, and while it is checked. Joins that keep both processors busy leave a backup
 * hardly any time, so it could take hours.
 */
const MOST_PAIRS = 6
const WANTED = 0.9
const WATCH_MS = 500
const MEGABYTE = 1024 * 1024

/** A backup is first written, and then restored for a check beside the list. */
type Phase = 'write' | 'check'
type Pair = { phase: Phase; working: LoadResult; stopped: LoadResult }
type Backup = Record<Phase, number> & { bytes: number; ownBytes: number; allBytes: number }
type RunningBackup = { child: ChildProcess; isOn: () => boolean }

const given = process.env.BENCH_FOLDER
const folder = given ?? mkdtempSync(join(tmpdir(), 'firstchair-bench-'))
try {
  console.log(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, ${whole(PEOPLE)} entries`)
  console.log(
    `${ROUNDS} rounds; closed loop of ${CONNECTIONS} connections, runs of ${LOAD_SECONDS} s: ${ALONE} without a backup before and after each, and at most ${MOST_PAIRS} pairs while it is written and ${MOST_PAIRS} while it is checked. Its times include these.\n`,
  )
  const lists = openLists(folder)
  await lists.prepare('large', PEOPLE)
  lists.copy('large', 'run')
  await bench(lists)
  lists.verify('run')
  console.log('Followed by npm run verify, without a finding.')
} finally {
  if (!given) rmSync(folder, { recursive: true })
}

async function bench(lists: Lists) {
  await using server = await lists.start('run')
  const join = async () => {
    await waitForJobs(lists.dataDir('run'))
    return load(server)
  }
  const quiet = await makeBackup(lists, async () => {})
  console.log(`while nobody joins: written in ${whole(quiet.write)} s, checked in ${whole(quiet.check)} s`)
  await join()
  const alone = await joinAlone(join)
  const backups: (Backup & { pairs: Pair[] })[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    backups.push(await joinDuringBackup(lists, join))
    alone.push(...(await joinAlone(join)))
    console.log(`round ${round + 1} of ${ROUNDS} done`)
  }
  report(alone, backups)
}

type Join = () => Promise<LoadResult>

async function joinAlone(join: Join): Promise<LoadResult[]> {
  const runs: LoadResult[] = []
  while (runs.length < ALONE) runs.push(await join())
  return runs
}

function load({ address }: Server): Promise<LoadResult> {
  return runToEnd<LoadResult>('./bench/load.ts', [address, String(CONNECTIONS), String(LOAD_SECONDS)])
}

async function joinDuringBackup(lists: Lists, join: Join): Promise<Backup & { pairs: Pair[] }> {
  const pairs: Pair[] = []
  const backup = await makeBackup(lists, async (phase, running) => {
    for (let count = 0; count < MOST_PAIRS && running.isOn(); count += 1) {
      // The order changes, so that neither always comes after the other.
      const first = count % 2 === 0 ? await join() : null
      const stopped = await whileStopped(running.child, join)
      const working = first ?? (await join())
      // The phase may have ended meanwhile.
      if (running.isOn()) pairs.push({ phase, working, stopped })
    }
  })
  return { ...backup, pairs }
}

async function whileStopped(child: ChildProcess, join: Join): Promise<LoadResult> {
  const family = familyOf(child.pid!)
  signal(family, 'SIGSTOP')
  try {
    return await join()
  } finally {
    signal(family, 'SIGCONT')
  }
}

function signal(pids: number[], name: 'SIGSTOP' | 'SIGCONT') {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch {
      // It has ended.
    }
  }
}

/** Runs `npm run backup`, with this work during each of its phases. */
async function makeBackup(lists: Lists, work: (phase: Phase, backup: RunningBackup) => Promise<void>): Promise<Backup> {
  const target = join(folder, 'backups')
  rmSync(target, { recursive: true, force: true })
  const env = { ...process.env, ...lists.settings('run'), BACKUP_DIR: target }
  const began = performance.now()
  const child = fork('./src/server/cli/backup.ts', { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const ended = once(child, 'exit')
  const watched = watch(child, lists.dataDir('run'))
  for (const phase of ['write', 'check'] as const) {
    const isOn = () => child.exitCode === null && watched.phase() === phase
    await work(phase, { child, isOn })
    while (isOn()) await pause(WATCH_MS)
  }
  const [code] = await ended
  const { checkedFrom, over, ...memory } = watched.stop()
  if (code !== 0) throw new Error(`The backup ended with ${code}`)
  const [file = ''] = readdirSync(target).filter((name) => name.startsWith('firstchair-'))
  const times = { write: (checkedFrom - began) / 1_000, check: (over - checkedFrom) / 1_000 }
  return { ...times, ...memory, bytes: statSync(join(target, file)).size }
}

/** When the check began and when the backup ended; the peak memory of the program alone, and with its PostgreSQL. */
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

function report(alone: LoadResult[], backups: (Backup & { pairs: Pair[] })[]) {
  const seconds = (phase: Phase) => withSpread(backups.map((backup) => backup[phase]))
  const megabytes = (values: number[]) => whole(median(values) / MEGABYTE)
  console.log(`\nwritten in ${seconds('write')} s, checked in ${seconds('check')} s`)
  console.log(`size: ${megabytes(backups.map(({ bytes }) => bytes))} MB`)
  console.log(
    `memory at most: ${megabytes(backups.map(({ ownBytes }) => ownBytes))} MB, with the check's PostgreSQL ${megabytes(backups.map(({ allBytes }) => allBytes))} MB (what processes share counted once)\n`,
  )
  const pairs = backups.flatMap((backup) => backup.pairs)
  const all = [...alone, ...pairs.flatMap(({ working, stopped }) => [working, stopped])]
  console.log(`joins/s alone: ${describe(alone)}; ${all.reduce((sum, run) => sum + run.failed, 0)} joins failed in all`)
  for (const [what, wanted] of [
    ['written', 'write'],
    ['checked', 'check'],
  ] as const) {
    const some = pairs.filter(({ phase }) => phase === wanted)
    if (some.length === 0) {
      console.log(`        while it is ${what}: over before a pair of runs was`)
      continue
    }
    const shares = some.map(({ working, stopped }) => working.perSecond / stopped.perSecond)
    console.log(
      `${median(shares) >= WANTED ? 'holds ' : 'MISSED'}  joins/s while it is ${what}: ${describe(some.map(({ working }) => working))}; beside stopped ${ratio(median(shares))}, at least ${WANTED}`,
    )
    console.log(`        stopped: ${describe(some.map(({ stopped }) => stopped))}`)
    console.log(`        pair after pair: ${shares.map(ratio).join(', ')}`)
  }
  console.log()
}

function describe(runs: LoadResult[]): string {
  return `${withSpread(runs.map(({ perSecond }) => perSecond))}, p99 ${whole(median(runs.map(({ p99 }) => p99)))} ms`
}
