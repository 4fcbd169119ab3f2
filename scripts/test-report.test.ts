import { expect, test } from 'vitest'
import { countPlaywright, countVitest, settle, total } from './test-report.ts'

test('a skipped or flaky test does not count as passed, and is named', () => {
  const vitest = {
    numTotalTests: 3,
    numPassedTests: 1,
    testResults: [
      {
        name: 'src/a.test.ts',
        assertionResults: [
          { fullName: 'works', status: 'passed', failureMessages: [] },
          { fullName: 'breaks', status: 'failed', failureMessages: ['Error: 1 is not 2\n    at src/a.test.ts:3'] },
          { fullName: 'sleeps', status: 'pending', failureMessages: [] },
        ],
      },
    ],
  }
  expect(countVitest(JSON.stringify(vitest))).toEqual({
    passed: 1,
    failed: 2,
    failures: ['src/a.test.ts › breaks\n    Error: 1 is not 2\n        at src/a.test.ts:3', 'src/a.test.ts › sleeps'],
  })

  const spec = { file: 'b.test.ts', line: 7, title: 'shows', ok: true }
  const playwright = {
    stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 2 },
    suites: [{ specs: [spec], suites: [{ specs: [{ ...spec, line: 9, title: 'hides', ok: false }] }] }],
  }
  expect(countPlaywright(JSON.stringify(playwright))).toEqual({
    passed: 4,
    failed: 4,
    failures: ['b.test.ts:9 › hides'],
  })
})

test('a stage that crashed counts as a failure, whatever it reported', () => {
  const count = { passed: 7, failed: 0, failures: [] }
  expect(settle('lint', count, false)).toEqual({ passed: 7, failed: 1, failures: ['lint'] })
  expect(settle('lint', { passed: 7, failed: 3, failures: ['x'] }, false)).toMatchObject({ failed: 3, failures: ['x'] })
  expect(settle('lint', count, true)).toEqual(count)
})

test('the stages are added up', () => {
  const counts = [
    { passed: 1, failed: 2, failures: ['a', 'b'] },
    { passed: 30, failed: 1, failures: ['c'] },
  ]
  expect(total(counts)).toEqual({ passed: 31, failed: 3, failures: ['a', 'b', 'c'] })
})
