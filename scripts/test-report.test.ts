import { expect, test } from 'vitest'
import { countPlaywright, countVitest, NOTHING, settle, slowest, total } from './test-report.ts'

test('a skipped or flaky test does not count as passed, and is named', () => {
  const vitest = {
    numTotalTests: 3,
    numPassedTests: 1,
    testResults: [
      {
        name: 'src/a.test.ts',
        assertionResults: [
          { fullName: 'works', status: 'passed', duration: 1_250, failureMessages: [] },
          {
            fullName: 'breaks',
            status: 'failed',
            duration: 20,
            failureMessages: ['Error: 1 is not 2\n    at src/a.test.ts:3'],
          },
          { fullName: 'sleeps', status: 'pending', failureMessages: [] },
        ],
      },
    ],
  }
  expect(countVitest(JSON.stringify(vitest))).toEqual({
    passed: 1,
    failed: 2,
    failures: ['src/a.test.ts › breaks\n    Error: 1 is not 2\n        at src/a.test.ts:3', 'src/a.test.ts › sleeps'],
    times: [
      { name: 'src/a.test.ts › works', took: 1_250 },
      { name: 'src/a.test.ts › breaks', took: 20 },
      { name: 'src/a.test.ts › sleeps', took: 0 },
    ],
  })

  const spec = { file: 'b.test.ts', line: 7, title: 'shows', ok: true, tests: [{ results: [{ duration: 300 }] }] }
  const failure = { duration: 200, errors: [{ message: '\u001B[31mError:\u001B[39m too late' }] }
  const passedLater = { ...spec, line: 11, title: 'waits', tests: [{ results: [failure, { duration: 100 }] }] }
  const playwright = {
    stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 2 },
    suites: [{ specs: [spec], suites: [{ specs: [{ ...spec, line: 9, title: 'hides', ok: false }, passedLater] }] }],
  }
  expect(countPlaywright(JSON.stringify(playwright))).toEqual({
    passed: 4,
    failed: 4,
    failures: ['b.test.ts:9 › hides', 'b.test.ts:11 › waits\n    Error: too late'],
    times: [
      { name: 'b.test.ts:7 › shows', took: 300 },
      { name: 'b.test.ts:9 › hides', took: 300 },
      { name: 'b.test.ts:11 › waits', took: 300 },
    ],
  })
})

test('a stage that crashed counts as a failure, whatever it reported', () => {
  const count = { ...NOTHING, passed: 7 }
  expect(settle('lint', count, false)).toEqual({ ...count, failed: 1, failures: ['lint'] })
  expect(settle('lint', { ...count, failed: 3, failures: ['x'] }, false)).toMatchObject({ failed: 3, failures: ['x'] })
  expect(settle('lint', count, true)).toEqual(count)
})

test('the stages are added up', () => {
  const counts = [
    { passed: 1, failed: 2, failures: ['a', 'b'], times: [{ name: 'a', took: 20 }] },
    { passed: 30, failed: 1, failures: ['c'], times: [{ name: 'c', took: 12_340 }] },
  ]
  const all = total(counts)
  expect(all).toMatchObject({ passed: 31, failed: 3, failures: ['a', 'b', 'c'] })
  expect(slowest(all, 1)).toEqual(['  12.3 s  c'])
})
