import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { countPlaywright, countVitest } from './test-report.ts'

/* npm run test:flaky -- FILE…: on a busy machine; names what failed at least once. */

const RUNS = 20
const BUSY_PROCESSES = 2

const files = process.argv.slice(2)
if (files.length === 0) {
  console.error('Name the files of the tests: npm run test:flaky -- e2e/form.test.ts')
  process.exit(2)
}
const home = mkdtempSync(join(tmpdir(), 'firstchair-flaky-'))
const report = join(home, 'report.json')
const busy = Array.from({ length: BUSY_PROCESSES }, () => spawn(process.execPath, ['-e', 'for (;;);']))
const failures: string[] = []
try {
  const ofBrowser = files.filter((file) => file.startsWith('e2e/'))
  const others = files.filter((file) => !file.startsWith('e2e/'))
  if (ofBrowser.length > 0) {
    run(['playwright', 'test', `--repeat-each=${RUNS}`, '--workers=3', '--reporter=line,json', ...ofBrowser])
    failures.push(...countPlaywright(readFileSync(report, 'utf8')).failures)
  }
  for (let count = 0; count < RUNS && others.length > 0; count += 1) {
    run(['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...others])
    failures.push(...countVitest(readFileSync(report, 'utf8')).failures)
  }
} finally {
  for (const child of busy) child.kill()
  rmSync(home, { recursive: true })
}
for (const [name, all] of Map.groupBy(failures, (failure) => failure.split('\n')[0])) {
  console.log(`\n${name}: failed ${all.length} times of ${RUNS}\n${all[0]}`)
}
console.log(`\n${RUNS} runs, ${failures.length} failures`)
process.exit(failures.length > 0 ? 1 : 0)

function run([program = '', ...args]: string[]) {
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  const { error } = spawnSync(join('node_modules/.bin', program), args, { stdio: 'inherit', env })
  if (error) throw error
}
