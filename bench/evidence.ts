import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runToEnd } from './processes.ts'
import { createReport } from './report.ts'
import { runBench } from './run-bench.ts'
import { meetSpike } from './suite/crowds.ts'
import { benchDashboard } from './suite/dashboard-section.ts'
import { ms } from './statistics.ts'

/*
 * Measures the first figures of the README again: a rush, farms and crowds, a million people in the dashboard,
 * and a launch.
 *   npm run evidence -- [people on the long list]
 */
const PEOPLE = Number(process.argv[2] ?? 1_000_000)

await runBench('what the README claims', async (lists) => {
  const report = createReport()
  await lists.prepare('empty')
  report.section('A rush', 'Followed by `npm run verify`, which proves each number, position and credit.')
  const { p50, p99, longest } = await meetSpike(report, lists)
  report.say(`Answered after ${ms(p50)} (median), ${ms(p99)} (p99), ${ms(longest)} (longest).`)
  report.section('Farms and crowds', 'As in `npm run bench:trust`, with a mail server.')
  await runToEnd('./bench/trust.ts', ['--mode=with a mail server'])
  await benchDashboard(report, lists, PEOPLE)
  report.section('A launch', 'An import, another referral rule and a wave, as in `npm run bench:launch`.')
  await runToEnd('./bench/launch.ts', [String(PEOPLE)], () => {}, { BENCH_FOLDER: lists.folder })
  report.finish(join(tmpdir(), 'firstchair-evidence.md'), ['# Evidence'])
})
