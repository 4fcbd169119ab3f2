import { expect, test, vi } from 'vitest'
import { testApp } from '../../../test/test-app.ts'
import { readFailing, startTasks, type Task } from './tasks.ts'

const HOUR_MS = 60 * 60_000
const taskOf = (run: Task['run']): Task => ({ name: 'tidy', everyMs: HOUR_MS, failure: 'nothing could be tidied', run })
const unexpected = (_what: string, error: unknown) => {
  throw error
}

test('a task runs on one of two servers at a time, and again when it is due', async () => {
  await using app = await testApp()
  const run = vi.fn<() => Promise<void>>().mockResolvedValue()
  const servers = [0, 1].map(() => startTasks({ pool: app.pool, tasks: [taskOf(run)], logFailure: unexpected }))
  const isDone = () => app.rows('select from tasks where done_at is not null and leased_until is null')
  await expect.poll(isDone).toHaveLength(1)
  for (const server of servers) await server.stop()
  expect(run).toHaveBeenCalledTimes(1)
  const next = `select extract(epoch from next_at - now())::int as seconds from tasks`
  expect((await app.rows(next))[0]!.seconds).toBeGreaterThan(3_500)

  const early = startTasks({ pool: app.pool, tasks: [taskOf(run)], logFailure: unexpected })
  await early.stop()
  expect(run).toHaveBeenCalledTimes(1)
  await app.rows('update tasks set next_at = now()')
  const late = startTasks({ pool: app.pool, tasks: [taskOf(run)], logFailure: unexpected })
  await expect.poll(() => run.mock.calls).toHaveLength(2)
  await late.stop()
})

test('the work of a killed server is taken over when its lease has ended, and work that a stop cut short is due at once', async () => {
  await using app = await testApp()
  const run = vi.fn<Task['run']>(
    (signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
  )
  const stopped = startTasks({ pool: app.pool, tasks: [taskOf(run)], logFailure: unexpected })
  await expect.poll(() => run.mock.calls).toHaveLength(1)
  await stopped.stop()
  expect(await app.rows('select from tasks where next_at <= now() and leased_until is null')).toHaveLength(1)

  await app.rows(`update tasks set leased_until = now() + interval '1 minute', leased_by = gen_random_uuid()`)
  const done = vi.fn<() => Promise<void>>().mockResolvedValue()
  const waiting = startTasks({ pool: app.pool, tasks: [taskOf(done)], logFailure: unexpected })
  await waiting.stop()
  expect(done).not.toHaveBeenCalled()
  await app.rows('update tasks set leased_until = now()')
  const taking = startTasks({ pool: app.pool, tasks: [taskOf(done)], logFailure: unexpected })
  await expect.poll(() => done.mock.calls).toHaveLength(1)
  await taking.stop()
})

test('a task that keeps failing is logged and named to the owner by every server, until it succeeds on any', async () => {
  await using app = await testApp()
  const logFailure = vi.fn<(what: string, error: unknown) => void>()
  const failing = taskOf(() => Promise.reject(new Error('The disk is full')))
  for (let times = 1; times <= 3; times += 1) {
    const server = startTasks({ pool: app.pool, tasks: [failing], logFailure })
    await expect.poll(() => logFailure.mock.calls).toHaveLength(times)
    await server.stop()
    await app.rows('update tasks set next_at = now()')
  }
  expect(await app.rows('select failures, error from tasks')).toEqual([{ failures: 3, error: 'The disk is full' }])
  expect(await readFailing(app.pool, ['joins could not be judged'])).toEqual([
    'joins could not be judged',
    'nothing could be tidied',
  ])

  const server = startTasks({ pool: app.pool, tasks: [taskOf(() => Promise.resolve())], logFailure })
  await expect.poll(() => readFailing(app.pool, ['nothing could be tidied'])).toEqual([])
  await server.stop()
})
