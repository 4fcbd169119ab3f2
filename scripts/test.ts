import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, join } from 'node:path'
import { ensureChromium } from './chromium.ts'
import { endLeftovers } from './end-leftovers.ts'
import { type Count, countPlaywright, countVitest, NOTHING, settle, slowest, total } from './test-report.ts'

type Stage = { name: string; command: string[]; count?: () => Count }

const root = join(import.meta.dirname, '..')
/** Everything that the tests write is here, and every process that they start works here. */
const home = mkdtempSync(join(tmpdir(), 'firstchair-tests-'))
// As root, tests start PostgreSQL as another user, who must be able to enter the folder.
chmodSync(home, 0o755)
const vitestReport = join(home, 'vitest.json')
const playwrightReport = join(home, 'playwright.json')

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

// `npm run check` only reads the code; `npm test` also runs the tests, and `npm run test:long` the long tests. All
// stages run, even if one fails.
const isCheck = process.argv[2] === 'check'
const isLong = process.argv[2] === 'long'
const hasBrowser = isCheck || ensureChromium() !== null
const counts: Count[] = []
try {
  for (const stage of isCheck ? CHECKS : isLong ? [TESTS] : [...CHECKS, TESTS]) counts.push(await run(stage))
  if (!isCheck)
    counts.push(hasBrowser ? await run(BROWSER_TESTS) : { ...NOTHING, failed: 1, failures: ['the browser tests'] })
} finally {
  await endLeftovers(basename(home))
  rmSync(home, { recursive: true, force: true, maxRetries: 10 })
}

const all = total(counts)
const { passed, failed, failures } = all
if (!isCheck) console.log(`\nThe slowest tests:\n${slowest(all).join('\n')}`)
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((failure) => `  ${failure}`).join('\n')}`)
console.log(isCheck ? `\n${failed} of ${CHECKS.length} checks failed` : `\n${passed} passed, ${failed} failed`)
if (!hasBrowser) {
  console.error(
    'The browser tests did not run: there is no Chromium. Please install one (Debian: apt-get install chromium), then run npm test again.',
  )
}
process.exit(failed === 0 ? 0 : 1)

async function run({ name, command, count }: Stage): Promise<Count> {
  console.log(`\n── ${name}`)
  const started = Date.now()
  const code = await execute(command)
  console.log(`── ${name}: ${code === 0 ? 'done' : 'FAILED'} in ${((Date.now() - started) / 1000).toFixed(1)} s`)
  return settle(name, countOf(count), code === 0)
}

/** A crashed test runner has written no report. */
function countOf(count: Stage['count']): Count {
  try {
    return count?.() ?? NOTHING
  } catch {
    return { ...NOTHING, failed: 1 }
  }
}

function execute([file = '', ...args]: string[]): Promise<number | null> {
  const PATH = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  // The tests start servers hundreds of times: Node keeps what it has compiled.
  const NODE_COMPILE_CACHE = process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules/.cache/node')
  const env = {
    ...process.env,
    PATH,
    NODE_COMPILE_CACHE,
    TMPDIR: home,
    PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport,
    ...(isLong && { LONG: '1' }),
  }
  const child = spawn(file, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env })
  const forward = (signal: NodeJS.Signals) => child.kill(signal)
  process.on('SIGINT', forward).on('SIGTERM', forward)
  return new Promise((resolve) => {
    child.once('error', () => resolve(null)).once('close', resolve)
  }).finally(() => process.off('SIGINT', forward).off('SIGTERM', forward)) as Promise<number | null>
}
