import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { openBaseline } from './dashboard/baseline.ts'
import { signIn } from './dashboard/owner.ts'
import { drain } from './load/drain.ts'
import { startServer } from './processes.ts'
import { runBench } from './run-bench.ts'
import { createCrowd } from './soak/crowd.ts'
import { judge, megabytes, type Verdict } from './soak/judge.ts'
import { createOwnerWork } from './soak/owner-work.ts'
import { type Sample, takeSample } from './soak/samples.ts'
import { keepWorking, type Tally } from './soak/work.ts'
import { whole } from './statistics.ts'

/*
 * A lasting load on a long list, with services that fail at times: npm run soak -- [--minutes=20] [--people=60000]
 * [--out=soak.json] Ends with 1 if something keeps growing (judge.ts), a request fails, or npm run verify finds a
 * fault.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '20' },
    people: { type: 'string', default: '60000' },
    out: { type: 'string' },
  },
})
const MINUTES = Number(values.minutes)
const PEOPLE = Number(values.people)
const SAMPLE_MS = 10_000
/** For the first part of each minute. */
const WEATHER = { bad: 15_000, good: 45_000 }
const TOKEN = 'the-token-of-the-soak'
const WITHOUT_LIMITS = { MAIL_PER_HOUR: '1000000', MAIL_PER_DOMAIN_HOUR: '1000000', MAIL_PER_PERSON_DAY: '1000' }

await runBench(`${MINUTES} minutes`, async (lists) => {
  await lists.prepare('soak', PEOPLE)
  lists.copy('soak', 'run')
  const fakes = fork('./bench/load/fakes.ts')
  const [addresses] = await once(fakes, 'message')
  const { samples, tallies } = await soak({ ...addresses, ...WITHOUT_LIMITS }, fakes).finally(() => fakes.disconnect())
  const verdicts = [...judge(samples), ...judgeWork(tallies)]
  if (values.out) writeFileSync(values.out, JSON.stringify({ verdicts, tallies, samples }, null, 2))
  report(samples, tallies, verdicts)
  lists.verify('run')
  console.log('Followed by npm run verify, without a finding.')
  if (verdicts.some(({ holds }) => !holds)) process.exitCode = 1

  async function soak(services: NodeJS.ProcessEnv, weather: typeof fakes) {
    const env = {
      ...lists.settings('run'),
      ...services,
      RATE_LIMIT: 'on',
      TRUST_PROXY: 'loopback',
      METRICS_TOKEN: TOKEN,
      PRODUCT_URL: 'http://localhost/welcome',
    }
    await using server = await startServer('./bench/load/fast-server.ts', env)
    await using database = await openBaseline(lists.dataDir('run'))
    const db = { query: database.query } as pg.Pool
    const owner = await signIn(server.address)
    const ending = new AbortController()
    const { signal } = ending
    let waits: number[] = []
    const crowd = createCrowd(server.address, { joined: (ms) => waits.push(ms) })
    const work = createOwnerWork(owner)
    const dashboards = [owner.watch(), owner.watch()]
    const working = keepWorking(
      {
        'visits and joins': { perSecond: 8, work: () => crowd.visit(signal) },
        'joins again': { perSecond: 0.5, work: crowd.joinAgain },
        'wrong codes': { perSecond: 1, work: crowd.wrongCode },
        'looks at a place': { perSecond: 4, work: crowd.look },
        messages: { perSecond: 0.1, work: crowd.write },
        figures: { perSecond: 1, work: work.figures },
        lists: { perSecond: 1, work: work.list },
        profiles: { perSecond: 0.5, work: work.profile },
        exports: { perSecond: 1 / 30, work: work.exportAll },
        tags: { perSecond: 1 / 15, work: work.tag },
        'rejections and their undoing': { perSecond: 1 / 30, work: work.reject },
        erasures: { perSecond: 1 / 30, work: work.erase },
        waves: { perSecond: 1 / 30, work: work.wave },
      },
      signal,
    )
    const storms = changeWeather((message) => weather.send(message), signal)
    const logFolder = join(lists.dataDir('run'), 'postgres/pg_wal')
    const source = { pid: server.process.pid!, metrics: `${server.address}/metrics`, token: TOKEN, db, logFolder }
    const began = performance.now()
    const samples: Sample[] = []
    while (performance.now() - began < MINUTES * 60_000) {
      await pause(SAMPLE_MS)
      const since = waits
      waits = []
      const sample = await takeSample({ ...source, began }, since)
      samples.push(sample)
      console.log(describe(sample))
    }
    ending.abort()
    const tallies = await working
    await storms
    for (const dashboard of dashboards) await dashboard.close()
    weather.send('recover')
    const drained = performance.now()
    await drain(db)
    console.log(`All that was left was delivered within ${whole((performance.now() - drained) / 1_000)} s.\n`)
    return { samples, tallies }
  }
})

async function changeWeather(send: (message: 'misbehave' | 'recover') => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    send('misbehave')
    await pause(WEATHER.bad, null, { signal }).catch(() => {})
    send('recover')
    await pause(WEATHER.good, null, { signal }).catch(() => {})
  }
}

function judgeWork(tallies: Record<string, Tally>): Verdict[] {
  return Object.entries(tallies).map(([name, { done, failed, firstFailure }]) => ({
    what: `${name}: ${whole(done)}`,
    wanted: 'none failed',
    measured: failed === 0 ? 'none' : `${failed} failed: ${firstFailure}`,
    holds: failed === 0,
  }))
}

function describe({
  seconds,
  entries,
  rss,
  heap,
  files,
  connections,
  wal,
  lag,
  joinP95,
  jobs,
  jobAge,
}: Sample): string {
  return [
    `${seconds} s`,
    `${whole(entries)} entries`,
    `memory ${megabytes(rss)}, heap ${megabytes(heap)}`,
    `${files} files, ${connections} connections`,
    `log ${megabytes(wal)}`,
    `loop p99 ${lag.toFixed(0)} ms, joins p95 ${joinP95.toFixed(0)} ms`,
    `${jobs} jobs, the oldest due for ${whole(jobAge / 1_000)} s`,
  ].join('; ')
}

function report(samples: Sample[], tallies: Record<string, Tally>, verdicts: Verdict[]) {
  const { seconds } = samples.at(-1)!
  for (const [name, { done }] of Object.entries(tallies))
    console.log(`${name}: ${(done / seconds).toFixed(2)} a second`)
  console.log()
  for (const { what, wanted, measured, holds } of verdicts)
    console.log(`${holds ? 'holds ' : 'MISSED'}  ${what}: ${measured} (${wanted})`)
}
