import type pg from 'pg'
import { expect, test, vi } from 'vitest'
import type { LogFailure } from '../../base/log-failures.ts'
import { mendAfterOlderServers } from './after-older-servers.ts'

const MINUTE_MS = 60_000

test('joins that a server of the previous version stored are mended after a minute without more of them, and again after a failure', async () => {
  vi.useFakeTimers()
  try {
    let unlogged = 3
    const pool = { query: async () => ({ rows: [{ unlogged, mended: 0 }] }) } as unknown as pg.Pool
    const step = vi.fn<() => Promise<boolean | void>>(async () => {})
    const logFailure = vi.fn<LogFailure>()
    const loop = mendAfterOlderServers({ pool, step, failure: 'no', logFailure })
    const calledWithin = async (ms: number) => {
      step.mockClear()
      await vi.advanceTimersByTimeAsync(ms)
      return step.mock.calls.length
    }
    expect(await calledWithin(MINUTE_MS)).toBe(1)
    expect(await calledWithin(10 * MINUTE_MS)).toBe(0)

    for (let minute = 0; minute < 5; minute += 1) {
      unlogged += 10
      expect(await calledWithin(MINUTE_MS)).toBe(0)
    }
    step.mockRejectedValueOnce(new Error('the database is stopped'))
    step.mockResolvedValueOnce(false)
    expect(await calledWithin(4 * MINUTE_MS)).toBe(3)
    expect(logFailure).toHaveBeenCalledOnce()
    expect(await calledWithin(23 * 60 * MINUTE_MS)).toBe(0)
    expect(await calledWithin(2 * 60 * MINUTE_MS)).toBe(1)
    await loop.stop()
  } finally {
    vi.useRealTimers()
  }
})
