import { expect, test } from 'vitest'
import { createTurns } from './password.ts'

const REFUSED = { status: 'rejected', reason: expect.objectContaining({ code: 'rate-limited', retryAfter: 2 }) }
const DONE = { status: 'fulfilled', value: 'done' }

/** Tasks that note how many of them run at once. */
function tasks() {
  const running = { now: 0, most: 0 }
  const task = async () => {
    running.now += 1
    running.most = Math.max(running.most, running.now)
    await new Promise((resolve) => setImmediate(resolve))
    running.now -= 1
    return 'done'
  }
  return { running, task }
}

test('tasks run one at a time, sixteen may wait, and places become free', async () => {
  const turns = createTurns()
  const { running, task } = tasks()
  const crowd = () => Promise.allSettled(Array.from({ length: 30 }, () => turns(null, task)))

  for (let round = 0; round < 2; round += 1)
    expect(await crowd()).toEqual(Array.from({ length: 30 }, (_, index) => (index < 17 ? DONE : REFUSED)))
  expect(running.most).toBe(1)
})

test('one source takes two places at most, or as many as it may, and a failure keeps nobody waiting', async () => {
  const turns = createTurns()
  const { task } = tasks()
  const failed = turns('other', () => Promise.reject(new Error('no threads')))
  const own = Promise.allSettled([1, 2, 3].map(() => turns('own', task)))
  const four = Promise.allSettled([1, 2, 3, 4, 5].map(() => turns('more', task, 4)))

  await expect(failed).rejects.toThrow('no threads')
  expect(await own).toEqual([DONE, DONE, REFUSED])
  expect(await four).toEqual([DONE, DONE, DONE, DONE, REFUSED])
})
