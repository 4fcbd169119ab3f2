import { compareJoins } from './before-after.ts'
import { runBench } from './run-bench.ts'

/*
 * Of an earlier commit and of this checkout in turns. Other work on the machine hardly changes it, unlike the joins per
 * second: npm run bench:join -- <commit> [rounds] [seconds]
 */
const [commit = 'HEAD', rounds = '5', seconds = '3'] = process.argv.slice(2)
const times = { rounds: Number(rounds), seconds: Number(seconds) }

await runBench(`joins before and after ${commit}`, (lists) =>
  compareJoins(lists, { commit, kinds: ['empty'], connections: [64], ...times, wanted: { cost: 0.95 } }),
)
