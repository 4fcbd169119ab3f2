import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { checkFolder } from '../src/server/backup/work-folder.ts'
import { type Lists, openLists } from './lists.ts'
import type { LoadResult } from './load.ts'
import { familyBytes, residentBytes, runToEnd, type Server } from './processes.ts'
import { median, ratio, whole, withSpread } from './statistics.ts'
import { waitForJobs } from './wait-for-jobs.ts'

/*
 * A backup while people join, in turns with joins alone:
 *   npm run bench:backup -- [people on the list] [rounds]
 */

const [people = '1000000', roundsText = '3'] = process.argv.slice(2)
const PEOPLE = Number(people)
const ROUNDS = Number(roundsText)
const CONNECTIONS = 64
const LOAD_SECONDS = 10
/** Runs without a backup before and after each one. */
const ALONE = 3
/**
 * The most runs while a backup is written, and while it is checked. Joins that keep both processors busy leave a backup
 * hardly any time, so it could take hours.
 */
const MOST_DURING = 6
const WANTED = 0.9
const WATCH_MS = 500
const MEGABYTE = 1024 * 1024

/** A backup is first written, and then restored for a check beside the list. */
type Phase = 'write' | 'check'
type Run = { phase: Phase; perSecond: number; p99: number; failed: number }
type Backup = Record<Phase, number> & { bytes: number; ownBytes: number; allBytes: number }

const given = process.env.BENCH_FOLDER
const folder = given ?? mkdtempSync(join(tmpdir(), 'firstchair-bench-'))
try {
  console.log(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, ${whole(PEOPLE)} entries`)
  console.log(
    `${ROUNDS} rounds; closed loop of ${CONNECTIONS} connections, runs of ${LOAD_SECONDS} s: ${ALONE} without a backup before and after each, and at most ${MOST_DURING} while it is written and ${MOST_DURING} while it is checked. Its times include these.\n`,
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
  const quiet = await makeBackup(lists, async () => {})
  console.log(`while nobody joins: written in ${whole(quiet.write)} s, checked in ${whole(quiet.check)} s`)
  await load(server)
  const alone = await joinAlone(lists, server)
  const backups: (Backup & { runs: Run[] })[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    backups.push(await joinDuringBackup(lists, server))
    alone.push(...(await joinAlone(lists, server)))
    console.log(`round ${round + 1} of ${ROUNDS} done`)
  }
  report(alone, backups)
}

async function joinAlone(lists: Lists, server: Server): Promise<LoadResult[]> {
  await waitForJobs(lists.dataDir('run'))
  const runs: LoadResult[] = []
  while (runs.length < ALONE) runs.push(await load(server))
  return runs
}

function load({ address }: Server): Promise<LoadResult> {
  return runToEnd<LoadResult>('./bench/load.ts', [address, String(CONNECTIONS), String(LOAD_SECONDS)])
}

async function joinDuringBackup(lists: Lists, server: Server): Promise<Backup & { runs: Run[] }> {
  const runs: Run[] = []
  const backup = await makeBackup(lists, async (phase, isOn) => {
    for (let count = 0; count < MOST_DURING && isOn(); count += 1) {
      const run = await load(server)
      // The last run may end after the phase.
      if (isOn()) runs.push({ ...run, phase })
    }
  })
  return { ...backup, runs }
}

/** Runs `npm run backup`, with this work during each of its phases. */
async function makeBackup(lists: Lists, work: (phase: Phase, isOn: () => boolean) => Promise<void>): Promise<Backup> {
  const target = join(folder, 'backups')
  rmSync(target, { recursive: true, force: true })
  const env = { ...process.env, ...lists.settings('run'), BACKUP_DIR: target }
  const began = performance.now()
  const child = fork('./src/server/cli/backup.ts', { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const ended = once(child, 'exit')
  const watched = watch(child, lists.dataDir('run'))
  for (const phase of ['write', 'check'] as const) {
    const isOn = () => child.exitCode === null && watched.phase() === phase
    await work(phase, isOn)
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

function report(alone: LoadResult[], backups: (Backup & { runs: Run[] })[]) {
  const seconds = (phase: Phase) => withSpread(backups.map((backup) => backup[phase]))
  const megabytes = (values: number[]) => whole(median(values) / MEGABYTE)
  console.log(`\nwritten in ${seconds('write')} s, checked in ${seconds('check')} s`)
  console.log(`size: ${megabytes(backups.map(({ bytes }) => bytes))} MB`)
  console.log(
    `memory at most: ${megabytes(backups.map(({ ownBytes }) => ownBytes))} MB, with the check's PostgreSQL ${megabytes(backups.map(({ allBytes }) => allBytes))} MB (what processes share counted once)\n`,
  )
  const runs = backups.flatMap((backup) => backup.runs)
  const failed = [...alone, ...runs].reduce((sum, run) => sum + run.failed, 0)
  const rate = (some: { perSecond: number }[]) => some.map(({ perSecond }) => perSecond)
  const p99 = (some: { p99: number }[]) => whole(median(some.map((run) => run.p99)))
  console.log(`joins/s alone: ${withSpread(rate(alone))}, p99 ${p99(alone)} ms; ${failed} joins failed in all`)
  for (const [what, wanted] of [
    ['while it is written', 'write'],
    ['while it is checked', 'check'],
  ] as const) {
    const some = runs.filter(({ phase }) => phase === wanted)
    if (some.length === 0) {
      console.log(`        ${what}: over before a run of joins was`)
      continue
    }
    const share = median(rate(some)) / median(rate(alone))
    const verdict = share >= WANTED ? 'holds ' : 'MISSED'
    console.log(
      `${verdict}  joins/s ${what}: ${withSpread(rate(some))}, p99 ${p99(some)} ms; ratio ${ratio(share)}, at least ${WANTED}`,
    )
    console.log(`        run after run: ${some.map(({ perSecond }) => whole(perSecond)).join(', ')}`)
  }
  console.log()
}
