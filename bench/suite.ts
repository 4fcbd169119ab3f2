import { benchCrowds } from './suite/crowds.ts'
import { benchJoins } from './suite/joins.ts'
import type { Lists } from './lists.ts'
import { benchPages } from './suite/pages.ts'
import { createReport } from './report.ts'
import { runBench } from './run-bench.ts'
import { benchRivals } from './suite/rivals.ts'
import { benchStartUp } from './suite/start-up.ts'

/* npm run bench -- [--quick] */
const QUICK = { rounds: 2, seconds: 2, people: 20_000, crowdSeconds: 3 }
const FULL = { rounds: 3, seconds: 4, people: 1_000_000, crowdSeconds: 8 }

const { rounds, seconds, people, crowdSeconds } = process.argv.includes('--quick') ? QUICK : FULL
await runBench('making the lists', async (lists: Lists) => {
  const report = createReport()
  const few = Math.ceil(rounds / 2)
  await lists.prepare('empty')
  await lists.prepare('large', people)
  const most = await benchJoins(report, lists, { rounds, seconds, people })
  await benchCrowds(report, lists, { most, seconds: crowdSeconds })
  await benchRivals(report, lists, { rounds: few, seconds: 2 })
  await benchPages(report, lists, { rounds: few, seconds: 2 })
  await benchStartUp(report, lists, { rounds: 3 })
  report.finish()
})
