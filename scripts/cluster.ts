import { parseArgs } from 'node:util'
import { startCluster } from './cluster/cluster.ts'
import { missingPackages } from './cluster/programs.ts'
import type { Outcome } from './cluster/account.ts'
import { SCENARIOS } from './cluster/scenarios.ts'

/*
 * As docs/cluster.md describes it, with people who join while parts of it fail. npm run test:cluster -- [--seconds=300]
 * [--rate=500] [--keep] [scenario …]
 */
const { values, positionals } = parseArgs({
  options: {
    seconds: { type: 'string', default: '300' },
    rate: { type: 'string', default: '500' },
    keep: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const [seconds, rate] = [Number(values.seconds), Number(values.rate)]
const names = positionals.length > 0 ? positionals : Object.keys(SCENARIOS)
if (!(seconds >= 30 && rate >= 10)) fail('At least --seconds=30 and --rate=10.')
const unknown = names.filter((name) => !(name in SCENARIOS))
if (unknown.length > 0) fail(`There is no ${unknown.join(', ')}. There are: ${Object.keys(SCENARIOS).join(', ')}.`)
const missing = missingPackages()
if (missing.length > 0) {
  fail(`This needs programs that are not on this machine. On Debian 12: apt-get install ${missing.join(' ')}`)
}

const INTERRUPTED = Symbol('interrupted')
const interrupted = new Promise<typeof INTERRUPTED>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve(INTERRUPTED))
})
const cluster = await startCluster()
console.log(`Three machines are up; their logs are in ${cluster.folder}.`)
const outcomes: [name: string, outcome: Outcome][] = []
try {
  for (const name of names) {
    const { tells, run } = SCENARIOS[name]!
    console.log(`\n${name}: ${tells}`)
    const running = cluster
      .whole()
      .then(() => run({ cluster, seconds, rate }, name))
      .catch((error: unknown): Outcome => ({ faults: [String(error)] }))
    const outcome = await Promise.race([running, interrupted])
    if (outcome === INTERRUPTED) break
    outcomes.push([name, outcome])
    console.log(describe(outcome))
  }
} finally {
  await cluster.stop()
  if (!values.keep) cluster.remove()
}

console.log()
console.table(outcomes.map(([scenario, outcome]) => ({ scenario, ...rowOf(outcome) })))
const failed = outcomes.filter(([, { faults }]) => faults.length > 0).length
console.log(`${outcomes.length - failed} passed, ${failed} failed`)
process.exit(failed > 0 || outcomes.length < names.length ? 1 : 0)

function describe({ errors = {}, faults }: Outcome): string {
  const met = Object.entries(errors).map(([error, count]) => `  ${count} times: ${error}`)
  return [...met, ...(faults.length > 0 ? faults.map((fault) => `  FAILED: ${fault}`) : ['  passed'])].join('\n')
}

function rowOf({ joined, lost, doubled, outage, afterPromotion, afterWritable, longestWait, errors, faults }: Outcome) {
  return {
    joined,
    lost,
    doubled,
    'nobody joined for (s)': inSeconds(outage),
    'first join after promotion (s)': inSeconds(afterPromotion),
    '… after first commit (s)': inSeconds(afterWritable),
    'longest wait of one (s)': inSeconds(longestWait),
    errors: errors && Object.values(errors).reduce((sum, count) => sum + count, 0),
    result: faults.length === 0 ? 'passed' : 'FAILED',
  }
}

function inSeconds(milliseconds: number | undefined): string | undefined {
  return milliseconds === undefined ? undefined : (milliseconds / 1_000).toFixed(1)
}

function fail(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}
