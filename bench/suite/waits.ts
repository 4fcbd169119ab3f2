import type { ArrivalsResult } from '../load/arrivals.ts'
import type { Lists } from '../lists.ts'
import { runToEnd, type Server, startServer } from '../processes.ts'
import type { Report } from '../report.ts'
import { median, ms, ratio, whole } from '../statistics.ts'
import { waitForJobs } from '../wait-for-jobs.ts'

const RATES = [100, 500, 2_000]
/** Connections that are open from the start. More are opened when all of them are busy. */
const READY = 200
/** In the first seconds the JavaScript of both programs is still being compiled. */
const WARM_UP_SECONDS = 2
const SHARES = ['p50', 'p95', 'p99'] as const

/** How long a join waits while people come at a steady rate, beside a server that only parses. */
export async function benchWaits(
  report: Report,
  lists: Lists,
  { rounds, seconds }: { rounds: number; seconds: number },
) {
  report.section(
    'Steady waits',
    `Open loop: so many people a second, however long the answers take. A wait begins at the whole millisecond at which somebody
was to come, so that a pause of the server counts for all who come meanwhile. "bare" is \`node:http\` that parses the same
bodies and answers as much. ${rounds} rounds of ${seconds} s after ${WARM_UP_SECONDS} s to warm up, in turns; the median of the rounds. Each join
is durably written. Each list begins empty, and is followed by \`npm run verify\`.`,
  )
  for (const rate of RATES) {
    const bare: ArrivalsResult[] = []
    const ours: ArrivalsResult[] = []
    for (let round = 0; round < rounds; round += 1) {
      bare.push(await onBare(rate))
      ours.push(await onList(rate))
    }
    tell(rate, { bare, ours })
  }

  async function onBare(rate: number): Promise<ArrivalsResult> {
    await using server = await startServer('./bench/load/bare-server.ts')
    const run = await arrive(server, rate)
    if (run.joined < run.came) throw new Error(`The bare server answered ${run.joined} of ${run.came}`)
    return run
  }

  async function onList(rate: number): Promise<ArrivalsResult> {
    lists.copy('empty', 'run')
    const result = await onServer(rate)
    lists.verify('run')
    return result
  }

  async function onServer(rate: number): Promise<ArrivalsResult> {
    await using server = await lists.start('run')
    await waitForJobs(lists.dataDir('run'))
    return await arrive(server, rate)
  }

  function arrive({ address }: Server, rate: number): Promise<ArrivalsResult> {
    const args = [address, ...[rate, seconds + WARM_UP_SECONDS, READY, WARM_UP_SECONDS].map(String)]
    return runToEnd<ArrivalsResult>('./bench/load/arrivals.ts', args, () => {})
  }

  function tell(rate: number, { bare, ours }: { bare: ArrivalsResult[]; ours: ArrivalsResult[] }) {
    const wait = (runs: ArrivalsResult[], share: (typeof SHARES)[number]) => median(runs.map((run) => run[share]))
    const missing = ours.reduce((sum, { refused, failed }) => sum + refused + failed, 0)
    const row = (what: string, cell: (share: (typeof SHARES)[number]) => string) => ({
      [`${whole(rate)} joins/s`]: what,
      ...Object.fromEntries(SHARES.map((share) => [share, cell(share)])),
    })
    report.table([
      row('bare', (share) => ms(wait(bare, share))),
      { ...row('Firstchair', (share) => ms(wait(ours, share))), 'refused or failed': missing },
      row('ratio', (share) => ratio(wait(ours, share) / wait(bare, share))),
    ])
    report.judge(`joins at ${whole(rate)}/s that were refused or failed`, {
      wanted: 'none',
      measured: String(missing),
      holds: missing === 0,
    })
  }
}
