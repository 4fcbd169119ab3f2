import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** Skipped and flaky tests do not count as passed. Times in milliseconds. */
export type Count = { passed: number; failed: number; failures: string[]; times: { name: string; took: number }[] }

export const NOTHING: Count = { passed: 0, failed: 0, failures: [], times: [] }

type VitestReport = {
  numTotalTests: number
  numPassedTests: number
  testResults: {
    name: string
    assertionResults: { fullName: string; status: string; duration?: number | null; failureMessages: string[] }[]
  }[]
}

type PlaywrightSuite = {
  suites?: PlaywrightSuite[]
  specs: {
    file: string
    line: number
    title: string
    ok: boolean
    tests: { results: { duration: number; errors?: { message?: string }[] }[] }[]
  }[]
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
        describe(`${relative(process.cwd(), name)} › ${fullName}`, failureMessages),
      ),
  )
  const times = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      name: `${relative(process.cwd(), name)} › ${fullName}`,
      took: duration ?? 0,
    })),
  )
  return { passed: numPassedTests, failed: numTotalTests - numPassedTests, failures, times }
}

/** The first lines of the failure, also where only the end of the output is kept. */
function describe(name: string, [message = '']: string[]): string {
  return [name, ...stripVTControlCharacters(message).split('\n').slice(0, 5).filter(Boolean)].join('\n    ')
}

/** A file of Vitest, a test of Playwright. */
export function progressIn(output: string): number {
  return stripVTControlCharacters(output).match(/^ +[✓✔✘❯×] /gm)?.length ?? 0
}

export function countPlaywright(json: string): Count {
  const { stats, suites } = JSON.parse(json) as PlaywrightReport
  const { expected, unexpected, flaky, skipped } = stats
  const specs = suites.flatMap(specsOf).map(({ file, line, title, ok, tests }) => {
    const results = tests.flatMap((test) => test.results)
    const messages = results.flatMap(({ errors = [] }) => errors.map(({ message = '' }) => message))
    return {
      name: `${file}:${line} › ${title}`,
      failed: !ok || messages.length > 0,
      messages,
      took: sum(results.map(({ duration }) => duration)),
    }
  })
  return {
    passed: expected,
    failed: unexpected + flaky + skipped,
    failures: specs.filter(({ failed }) => failed).map(({ name, messages }) => describe(name, messages)),
    times: specs.map(({ name, took }) => ({ name, took })),
  }
}

function specsOf({ suites = [], specs }: PlaywrightSuite): PlaywrightSuite['specs'] {
  return [...specs, ...suites.flatMap(specsOf)]
}

/** It may have crashed before it could report a failure. */
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
    times: counts.flatMap(({ times }) => times),
  }
}

export function slowest({ times }: Count, most = 20): string[] {
  const sorted = times.toSorted((one, other) => other.took - one.took).slice(0, most)
  return sorted.map(({ name, took }) => `${(took / 1000).toFixed(1).padStart(6)} s  ${name}`)
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
