import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createExpectedWait } from './waiting.ts'

const FULL = 500

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

/** Runs this many batches of this many people, one after another, each for this many milliseconds. */
function run(wait: ReturnType<typeof createExpectedWait>, { batches = 40, people = FULL, ms = 100 }) {
  for (let batch = 0; batch < batches; batch += 1) {
    const end = wait.begin()
    vi.advanceTimersByTime(ms)
    end(people)
  }
}

test('the expected wait follows from the duration of full batches', () => {
  const wait = createExpectedWait(FULL)
  run(wait, { ms: 50 })

  expect(wait.of(0)).toBe(0)
  expect(wait.of(10 * FULL)).toBeCloseTo(500, 0)
})

test('small batches and batches that stored nobody do not change the estimate', () => {
  const wait = createExpectedWait(FULL)
  const before = wait.of(FULL)
  run(wait, { people: FULL / 10, ms: 5 })
  run(wait, { people: 0, ms: 1 })

  expect(wait.of(FULL)).toBe(before)
})

test('two batches that are answered at once share their time', () => {
  const wait = createExpectedWait(FULL)
  for (let pair = 0; pair < 20; pair += 1) {
    const first = wait.begin()
    vi.advanceTimersByTime(50)
    const second = wait.begin()
    vi.advanceTimersByTime(150)
    first(FULL)
    second(FULL)
  }

  expect(wait.of(10 * FULL)).toBeCloseTo(1_000, 0)
})

test('a hanging batch counts with the time it has hung', () => {
  const wait = createExpectedWait(FULL)
  wait.begin()
  vi.advanceTimersByTime(7_000)

  expect(wait.of(0)).toBe(7_000)
})
