import { expect, test, vi } from 'vitest'
import { startRepeating } from './start-repeating.ts'
import { BESIDE_REQUESTS, createFailureLog } from './log-failures.ts'

test('a step that fails is reported once under its own sentence, and the loop goes on', async () => {
  const logFailure = vi.fn<(what: string, error: unknown) => void>()
  const broken = new Error('no room')
  let steps = 0
  const step = async () => {
    steps += 1
    if (steps === 2) throw broken
    return 1
  }
  const loop = startRepeating({ step, restMs: 2, failure: 'history could not be deleted', logFailure })

  await expect.poll(() => steps).toBeGreaterThanOrEqual(5)
  expect(logFailure.mock.calls).toEqual([['history could not be deleted', broken]])

  await loop.stop()
  const last = steps
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(steps).toBe(last)
})

test('a loop that stops tells its step, waits for it, and starts no other', async () => {
  let steps = 0
  let hasEnded = false
  const step = async (signal: AbortSignal) => {
    steps += 1
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    hasEnded = true
    return 0
  }
  const loop = startRepeating({ step, restMs: 0, atOnce: true, failure: 'it failed', logFailure: () => {} })
  expect(steps).toBe(1)

  await loop.stop()
  expect(hasEnded).toBe(true)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(steps).toBe(1)
})

test('a step that returns null is the last one', async () => {
  const step = vi.fn<() => Promise<number | null>>().mockResolvedValueOnce(0).mockResolvedValueOnce(null)
  const loop = startRepeating({ step, restMs: 0, failure: 'it failed', logFailure: () => {} })
  await expect.poll(() => step.mock.calls).toHaveLength(2)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(step).toHaveBeenCalledTimes(2)
  await loop.stop()
})

test('a loop that fails three times keeps failing until it succeeds, and connections that break are no work of their own', async () => {
  const { logFailure, readFailing, stop } = createFailureLog({ write: () => {}, ask: async () => {} })
  const failingBefore: string[][] = []
  const step = async () => {
    if (failingBefore.push(readFailing()) < 5) throw new Error('no room')
  }
  for (const _ of [1, 2, 3]) logFailure(BESIDE_REQUESTS, new Error('gone'))
  const failure = 'history could not be deleted'
  const loop = startRepeating({ step, restMs: 1, failure, logFailure })

  await expect.poll(() => failingBefore.length).toBeGreaterThan(5)
  expect(failingBefore.slice(0, 6)).toEqual([[], [], [], [failure], [failure], []])

  await loop.stop()
  stop()
})

test('a step that asks for a rest of forty days does not run again at once', async () => {
  const step = vi.fn<() => Promise<number>>(async () => 40 * 86_400_000)
  const loop = startRepeating({ step, restMs: 0, atOnce: true, failure: 'it failed', logFailure: () => {} })
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(step).toHaveBeenCalledOnce()
  await loop.stop()
})
