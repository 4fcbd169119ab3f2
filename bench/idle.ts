import { setTimeout as pause } from 'node:timers/promises'
import { between, openCpuMeter } from './cpu-meter.ts'
import { runBench } from './run-bench.ts'

/* With its database: npm run bench:idle -- [seconds] */

const SECONDS = Number(process.argv[2] ?? 60)
/** Start-up work is done by then. */
const SETTLING_MS = 20_000
const WANTED_MS = 20

await runBench(`an idle server, ${SECONDS} s`, async (lists) => {
  await using server = await lists.start('idle')
  await using meter = await openCpuMeter(lists.dataDir('idle'), [server.process.pid!])
  const commits = async () =>
    Number((await meter.client.query('select sum(xact_commit) as sum from pg_stat_database')).rows[0].sum)
  await pause(SETTLING_MS)
  const [before, committed] = [await meter.read(), await commits()]
  await pause(SECONDS * 1_000)
  const used = between(before, await meter.read())
  let all = 0
  for (const [what, microseconds] of Object.entries(used)) {
    all += microseconds / 1_000 / SECONDS
    console.log(`${what}: ${(microseconds / 1_000 / SECONDS).toFixed(2)} ms a second`)
  }
  console.log(`transactions: ${(((await commits()) - committed) / SECONDS).toFixed(1)} a second`)
  console.log(`together: ${all.toFixed(1)} ms a second (at most ${WANTED_MS} wanted)`)
})
