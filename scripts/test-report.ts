import { relative } from 'node:path'

/** The totals of a test runner's JSON report. A skipped or flaky test does not count as passed. */
export type Count = { passed: number; failed: number; failures: string[] }

type VitestReport = {
  numTotalTests: number
  numPassedTests: number
  testResults: { name: string; assertionResults: { fullName: string; status: string; failureMessages: string[] }[] }[]
}

type PlaywrightSuite = {
  suites?: PlaywrightSuite[]
  specs: { file: string; line: number; title: string; ok: boolean }[]
}

type PlaywrightReport = {
  stats: { [outcome in 'expected' | 'unexpected' | 'flaky' | 'skipped']: number }
  suites: PlaywrightSuite[]
}

export function countVitest(json: string): Count {
  const { numTotalTests, numPassedTests, testResults } = JSON.parse(json) as VitestReport
  const failures = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status !== 'passed')
      .map(({ fullName, failureMessages }) =>
        [`${relative(process.cwd(), name)} › ${fullName}`, ...beginOf(failureMessages)].join('\n    '),
      ),
  )
  return { passed: numPassedTests, failed: numTotalTests - numPassedTests, failures }
}

/** Enough to see the cause where only the end of the output is kept. */
function beginOf([message = '']: string[]): string[] {
  return message.split('\n').slice(0, 5).filter(Boolean)
}

export function countPlaywright(json: string): Count {
  const { stats, suites } = JSON.parse(json) as PlaywrightReport
  const { expected, unexpected, flaky, skipped } = stats
  const failures = suites.flatMap(specsOf).filter(({ ok }) => !ok)
  return {
    passed: expected,
    failed: unexpected + flaky + skipped,
    failures: failures.map(({ file, line, title }) => `${file}:${line} › ${title}`),
  }
}

function specsOf({ suites = [], specs }: PlaywrightSuite): PlaywrightSuite['specs'] {
  return [...specs, ...suites.flatMap(specsOf)]
}

/** A failed stage has at least one failure, even if it crashed before it could report one. */
export function settle(stage: string, count: Count, succeeded: boolean): Count {
  if (succeeded) return count
  const failures = count.failures.length > 0 ? count.failures : [stage]
  return { ...count, failed: Math.max(1, count.failed), failures }
}

export function total(counts: Count[]): Count {
  return {
    passed: sum(counts.map(({ passed }) => passed)),
    failed: sum(counts.map(({ failed }) => failed)),
    failures: counts.flatMap(({ failures }) => failures),
  }
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
