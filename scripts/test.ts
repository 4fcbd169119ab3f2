import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, delimiter, join } from 'node:path'
import { ensureChromium } from './chromium.ts'
import { endLeftovers } from './end-leftovers.ts'
import { type Count, countPlaywright, countVitest, NOTHING, progressIn, settle, slowest, total } from './test-report.ts'

type Stage = { name: string; command: string[]; count?: () => Count }

const root = join(import.meta.dirname, '..')
/** Everything that the tests write is here, and every process that they start works here. */
const home = mkdtempSync(join(tmpdir(), 'firstchair-tests-'))
// As root, tests start PostgreSQL as another user, who must be able to enter the folder.
chmodSync(home, 0o755)
const vitestReport = join(home, 'vitest.json')
const playwrightReport = join(home, 'playwright.json')
/** `slow-requests.log` and `failed.txt`, until the next run. */
const logs = join(root, 'test-results')
const MINUTE_MS = 60_000

const CHECKS: Stage[] = [
  { name: 'types', command: ['tsc', '-p', 'tsconfig.json'] },
  { name: 'types of the web', command: ['tsc', '-p', 'tsconfig.web.json'] },
  { name: 'types of the browser tests', command: ['tsc', '-p', 'tsconfig.e2e.json'] },
  { name: 'lint', command: ['oxlint'] },
  { name: 'first load', command: [process.execPath, 'scripts/pages/first-load.ts'] },
  { name: 'format', command: ['oxfmt', '--check'] },
  { name: 'unused code', command: ['knip'] },
]
const TESTS: Stage = {
  name: 'unit, property and API tests',
  command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
  count: () => countVitest(readFileSync(vitestReport, 'utf8')),
}
const BROWSER_TESTS: Stage = {
  name: 'browser tests',
  command: ['playwright', 'test', '--reporter=list,json'],
  count: () => countPlaywright(readFileSync(playwrightReport, 'utf8')),
}

// All stages run, even if one fails.
const isCheck = process.argv[2] === 'check'
const isLong = process.argv[2] === 'long'
const hasBrowser = isCheck || ensureChromium() !== null
const running = new Map<string, () => string>()
const began = Date.now()
rmSync(logs, { recursive: true, force: true })
mkdirSync(logs)
setInterval(sayWhatRuns, MINUTE_MS).unref()
const counts: Count[] = []
try {
  // The checks use one core, and most of a test's time is spent waiting.
  const stages = isCheck ? [runAll(CHECKS)] : isLong ? [run(TESTS)] : [runAll(CHECKS), run(TESTS)]
  counts.push(...(await Promise.all(stages)))
  if (!isCheck)
    counts.push(hasBrowser ? await run(BROWSER_TESTS) : { ...NOTHING, failed: 1, failures: ['the browser tests'] })
} finally {
  await endLeftovers(basename(home))
  rmSync(home, { recursive: true, force: true, maxRetries: 10 })
}

const all = total(counts)
const { passed, failed, failures } = all
if (!isCheck) console.log(`\nThe slowest tests:\n${slowest(all).join('\n')}`)
const list = failures.map((failure) => `  ${failure}`).join('\n')
if (failures.length > 0) console.log(`\nFailed:\n${list}`)
writeFileSync(join(logs, 'failed.txt'), list)
const slowRequests = join(logs, 'slow-requests.log')
if (failed > 0 && existsSync(slowRequests))
  console.log(`\nSlow requests:\n${readFileSync(slowRequests, 'utf8').trim().split('\n').slice(-20).join('\n')}`)
console.log(isCheck ? `\n${failed} of ${CHECKS.length} checks failed` : `\n${passed} passed, ${failed} failed`)
if (!hasBrowser) {
  console.error(
    'The browser tests did not run: there is no Chromium. Please install one (Debian: apt-get install chromium), then run npm test again.',
  )
}
process.exit(failed === 0 ? 0 : 1)

async function runAll(stages: Stage[]): Promise<Count> {
  const counts: Count[] = []
  for (const stage of stages) counts.push(await run(stage))
  return total(counts)
}

async function run({ name, command, count }: Stage): Promise<Count> {
  const started = Date.now()
  const log = join(logs, `${name.replaceAll(/\W+/g, '-')}.log`)
  const output = () => readFileSync(log, 'utf8')
  console.log(`── ${name}`)
  running.set(name, () => (count ? ` (${progressIn(output())} done)` : ''))
  const code = await execute(command, log)
  running.delete(name)
  if (code !== 0 && !count) console.log(output())
  console.log(`── ${name}: ${code === 0 ? 'done' : 'FAILED'} in ${((Date.now() - started) / 1000).toFixed(1)} s`)
  return settle(name, countOf(count), code === 0)
}

function sayWhatRuns() {
  const parts = Array.from(running, ([name, progress]) => name + progress())
  console.log(`── ${Math.round((Date.now() - began) / MINUTE_MS)} min: ${parts.join(', ')}`)
}

/** A crashed test runner has written no report. */
function countOf(count: Stage['count']): Count {
  try {
    return count?.() ?? NOTHING
  } catch {
    return { ...NOTHING, failed: 1 }
  }
}

async function execute([file = '', ...args]: string[], log: string): Promise<number | null> {
  const PATH = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  // The tests start servers hundreds of times: Node keeps what it has compiled.
  const NODE_COMPILE_CACHE = process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules/.cache/node')
  const env = {
    ...process.env,
    PATH,
    NODE_COMPILE_CACHE,
    TMPDIR: home,
    TEST_LOGS: logs,
    PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport,
    ...(isLong && { LONG: '1' }),
  }
  await using output = await open(log, 'w')
  const child = spawn(file, args, { cwd: root, stdio: ['ignore', output.fd, output.fd], env })
  const forward = (signal: NodeJS.Signals) => child.kill(signal)
  process.on('SIGINT', forward).on('SIGTERM', forward)
  return await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null)).once('close', resolve)
  }).finally(() => process.off('SIGINT', forward).off('SIGTERM', forward))
}
