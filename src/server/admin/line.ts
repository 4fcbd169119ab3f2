import { AppError } from '../base/errors.ts'

const RETRY_AFTER_SECONDS = 2

type Task = () => Promise<void>

/** Runs one task at a time. Tasks with the place `first` run before all waiting tasks with the place `last`. */
type Line = <Result>(task: () => Promise<Result>, place?: 'first' | 'last') => Promise<Result>

/** Makes a queue of tasks. It refuses a task with an AppError if `mostWaiting` tasks already wait in the same place. */
export function createLine(mostWaiting: number): Line {
  const waiting: Record<'first' | 'last', Task[]> = { first: [], last: [] }
  let isBusy = false

  return (task, place = 'last') =>
    new Promise((resolve, reject) => {
      const line = waiting[place]
      if (line.length >= mostWaiting) throw new AppError('rate-limited', { retryAfter: RETRY_AFTER_SECONDS })
      line.push(() => task().then(resolve, reject))
      if (!isBusy) void work()
    })

  async function work() {
    isBusy = true
    for (;;) {
      const next = waiting.first.shift() ?? waiting.last.shift()
      if (!next) break
      await next()
    }
    isBusy = false
  }
}
