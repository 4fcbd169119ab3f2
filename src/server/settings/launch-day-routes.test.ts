import { expect, test } from 'vitest'
import { shareReads } from './launch-day-routes.ts'

test('many who ask share one read a second, and a read that fails is asked again', async () => {
  let reads = 0
  const read = shareReads(async () => {
    reads += 1
    if (reads === 2) throw new Error('no database')
    return reads
  })
  expect(await Promise.all([read(), read(), read()])).toEqual([1, 1, 1])
  expect(await read()).toBe(1)
  await expect.poll(() => read().catch(() => 'failed'), { timeout: 60_000 }).toBe('failed')
  expect(await read()).toBe(3)
  expect(reads).toBe(3)
})
