import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { createRest, withRests } from './rest.ts'

const processors = vi.hoisted(() => ({ busy: 0, times: { user: 0, nice: 0, sys: 0, idle: 0, irq: 0 } }))
vi.mock(import('node:os'), async (original) => ({ ...(await original()), cpus: () => read() as never }))

/** Adds 100 ms to the processor times at each call. The share `busy` of them counts as busy. */
function read() {
  processors.times.user += 100 * processors.busy
  processors.times.idle += 100 * (1 - processors.busy)
  return [{ times: { ...processors.times } }]
}

const WORK_MS = 300
const TIMES = 3

test('a rest is longer the busier the machine is', async () => {
  const rest = createRest(TIMES, new AbortController().signal)
  processors.busy = 0
  const idle = await restAfterWork(rest)
  processors.busy = 1
  // The first rest is short, because its length depends on the load during the rest before it.
  for (let count = 0; count < 3; count += 1) await restAfterWork(rest)
  const busy = await restAfterWork(rest)
  expect(idle).toBeGreaterThan(40)
  expect(idle).toBeLessThan(busy)
  expect(busy).toBeGreaterThan(0.8 * TIMES * WORK_MS)
})

test('a rest for another machine is as long as beside a busy one', async () => {
  processors.busy = 0
  const rest = createRest(TIMES, new AbortController().signal, true)
  for (let count = 0; count < 2; count += 1) expect(await restAfterWork(rest)).toBeGreaterThan(0.8 * TIMES * WORK_MS)
})

test('little work needs no rest, and a rest ends at the signal', async () => {
  processors.busy = 1
  const stopping = new AbortController()
  const rest = createRest(1_000, stopping.signal)
  const begun = performance.now()
  await rest()
  expect(performance.now() - begun).toBeLessThan(WORK_MS)
  await restAfterWork(rest)
  const resting = restAfterWork(rest)
  setTimeout(() => stopping.abort(), WORK_MS + 100)
  await expect(resting).rejects.toThrow('aborted')
})

test('pieces pass unchanged, with a rest after each', async () => {
  let rests = 0
  async function* count() {
    yield* [1, 2, 3]
  }
  const passed = await Array.fromAsync(withRests(count(), async () => void (rests += 1)))
  expect([passed, rests]).toEqual([[1, 2, 3], 3])
})

async function restAfterWork(rest: () => Promise<void>): Promise<number> {
  await pause(WORK_MS)
  const begun = performance.now()
  await rest()
  return performance.now() - begun
}
