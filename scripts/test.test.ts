import { chmod, cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isRunning, start } from '../test/servers/process.ts'
import { progressIn } from './test-report.ts'

const CHECKS = ['tsc', 'oxlint', 'oxfmt', 'knip']
const REPORT = '{"numTotalTests":5,"numPassedTests":5,"testResults":[]}'
const SPEC = '{"file":"a.test.ts","line":1,"title":"it","ok":true,"tests":[{"results":[{"duration":1500}]}]}'
const VITEST = `for option; do case $option in --outputFile.json=*) echo '${REPORT}' > "\${option#*=}";; esac; done`

test('without Chromium, the browser tests are left out and count as failed, and the last line says what to install', async () => {
  await using project = await newProject()

  const { code, stdout, stderr } = await project.test()

  expect(code).toBe(1)
  expect(stdout).toMatch(/\nFailed:\n  the browser tests\n\n5 passed, 1 failed\n$/)
  expect(stdout).toContain('Installing Chromium …')
  expect(stdout).not.toContain('── browser tests')
  expect(stderr).toBe(
    'The browser tests did not run: there is no Chromium. Please install one (Debian: apt-get install chromium), then run npm test again.\n',
  )
})

test('with Chromium, every stage runs, and a failed stage does not hide the next', async () => {
  await using project = await newProject()
  await project.program('chromium', '')
  await project.program('oxlint', 'exit 1')
  await project.program('vitest', `${VITEST}\necho a slow one > "$TEST_LOGS/slow-requests.log"`)
  await project.program(
    'playwright',
    `echo '{"stats":{"expected":3,"unexpected":0,"flaky":0,"skipped":0},"suites":[{"specs":[${SPEC}]}]}' > "$PLAYWRIGHT_JSON_OUTPUT_FILE"`,
  )

  const { code, stdout, stderr } = await project.test()

  expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
  expect(await project.log('failed.txt')).toBe('  lint')
  expect(stdout).toMatch(
    /── lint: FAILED(.|\n)*── browser tests: done in \S+ s\n\nThe slowest tests:\n +1\.5 s  a\.test\.ts:1 › it\n\nFailed:\n  lint\n\nSlow requests:\na slow one\n\n8 passed, 1 failed\n$/,
  )
})

test.runIf(process.platform === 'linux')('a program that a test left running is ended', async () => {
  await using project = await newProject()
  const untilStarted = 'until read -r name < /proc/$!/comm && [ "$name" = sleep ]; do :; done'
  await project.program('vitest', `${VITEST}\ncd "$TMPDIR" && exec /bin/sleep 1000 &\n${untilStarted}\necho left $!`)

  const { stdout } = await project.test()

  expect(stdout).toContain('Ended a process that a test left running: /bin/sleep 1000\n')
  expect(isRunning(Number(/left (\d+)/.exec(await project.log('unit-property-and-API-tests.log'))![1]))).toBe(false)
})

test('progress counts what a runner reports as done, also in colour', () => {
  expect(progressIn(' ✓ a.test.ts (2 tests)\n \u001B[32m✓\u001B[39m b.test.ts\n   nothing\n  ✘  1 c.test.ts\n')).toBe(3)
})

/** The script with replaced programs, on a machine where no other program exists and nothing can be installed. */
async function newProject() {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'firstchair-tests-'))
  const bin = join(folder, 'node_modules/.bin')
  const program = async (name: string, script: string) => {
    await writeFile(join(bin, name), `#!/bin/sh\n${script}\n`)
    await chmod(join(bin, name), 0o755)
  }
  await mkdir(bin, { recursive: true })
  for (const name of ['test.ts', 'test-report.ts', 'chromium.ts', 'end-leftovers.ts']) {
    await cp(join(import.meta.dirname, name), join(folder, 'scripts', name))
  }
  await mkdir(join(folder, 'scripts/pages'))
  await writeFile(join(folder, 'scripts/pages/first-load.ts'), '')
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await symlink(join(import.meta.dirname, '../node_modules/@playwright'), join(folder, 'node_modules/@playwright'))
  for (const name of CHECKS) await program(name, 'exit 0')
  for (const name of ['apt-get', 'playwright']) await program(name, 'exit 1')
  await program('vitest', VITEST)
  const env = { PATH: bin, PLAYWRIGHT_BROWSERS_PATH: folder, TMPDIR: folder }
  return {
    program,
    log: (name: string) => readFile(join(folder, 'test-results', name), 'utf8'),
    test: () => start([process.execPath, 'scripts/test.ts'], { cwd: folder, env }).end,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}
