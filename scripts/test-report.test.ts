import { expect, test } from 'vitest'
import { countPlaywright, countVitest, settle, total } from './test-report.ts'

test('a skipped or flaky test does not count as passed', () => {
  expect(countVitest(JSON.stringify({ numTotalTests: 5, numPassedTests: 3, numPendingTests: 1 }))).toEqual({
    passed: 3,
    failed: 2,
  })
  const stats = { expected: 4, unexpected: 1, flaky: 1, skipped: 2 }
  expect(countPlaywright(JSON.stringify({ stats }))).toEqual({ passed: 4, failed: 4 })
})

test('a stage that crashed counts as a failure, whatever it reported', () => {
  expect(settle({ passed: 7, failed: 0 }, false)).toEqual({ passed: 7, failed: 1 })
  expect(settle({ passed: 7, failed: 3 }, false)).toEqual({ passed: 7, failed: 3 })
  expect(settle({ passed: 7, failed: 0 }, true)).toEqual({ passed: 7, failed: 0 })
})

test('the stages are added up', () => {
  expect(
    total([
      { passed: 1, failed: 2 },
      { passed: 30, failed: 40 },
    ]),
  ).toEqual({ passed: 31, failed: 42 })
})
