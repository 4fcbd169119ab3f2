/** The totals of a test runner's JSON report. A skipped or flaky test does not count as passed. */
export type Count = { passed: number; failed: number }

export function countVitest(json: string): Count {
  const report = JSON.parse(json) as { numTotalTests: number; numPassedTests: number }
  return { passed: report.numPassedTests, failed: report.numTotalTests - report.numPassedTests }
}

export function countPlaywright(json: string): Count {
  const { expected, unexpected, flaky, skipped } = (JSON.parse(json) as { stats: Record<string, number> }).stats as {
    [outcome in 'expected' | 'unexpected' | 'flaky' | 'skipped']: number
  }
  return { passed: expected, failed: unexpected + flaky + skipped }
}

/** A failed stage has at least one failure, even if it crashed before it could report one. */
export function settle(count: Count, succeeded: boolean): Count {
  return succeeded ? count : { ...count, failed: Math.max(1, count.failed) }
}

export function total(counts: Count[]): Count {
  return counts.reduce((sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }), {
    passed: 0,
    failed: 0,
  })
}
