import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { paced } from './paced.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the first call runs immediately, and all calls soon after it become one', async () => {
  const work = vi.fn<() => Promise<void>>(async () => {})
  const call = paced(work, 1500)

  call()
  expect(work).toHaveBeenCalledTimes(1)
  call()
  call()
  await vi.advanceTimersByTimeAsync(1499)
  expect(work).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(work).toHaveBeenCalledTimes(2)

  await vi.advanceTimersByTimeAsync(10_000)
  expect(work).toHaveBeenCalledTimes(2)
  call()
  expect(work).toHaveBeenCalledTimes(3)
})

test('the next run waits for slow work, and also follows failed work', async () => {
  const work = vi.fn<() => Promise<unknown>>(() => new Promise((_, reject) => setTimeout(reject, 4000)))
  const call = paced(work, 1500)

  call()
  call()
  await vi.advanceTimersByTimeAsync(3999)
  expect(work).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(work).toHaveBeenCalledTimes(2)
})
