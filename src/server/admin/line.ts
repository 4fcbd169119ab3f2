import { AppError } from '../base/errors.ts'

const RETRY_AFTER_SECONDS = 2

/** The most tasks of one source that may wait, so that nobody fills the queue. */
const MOST_OF_ONE = 2

type Waiting = { run: () => Promise<void>; source: string | undefined }

/** `source`: the account that the task is for, if it is known. */
type Turn = { place?: 'first' | 'last'; source?: string }

/** Runs one task at a time. Tasks with the place `first` run before all waiting tasks with the place `last`. */
type Line = <Result>(task: () => Promise<Result>, turn?: Turn) => Promise<Result>

/**
 * Makes a queue of tasks. It refuses a task with an AppError if `mostWaiting` tasks already wait in the same place, or
 * two of the same source.
 */
export function createLine(mostWaiting: number): Line {
  const waiting: Record<'first' | 'last', Waiting[]> = { first: [], last: [] }
  let isBusy = false

  return (task, { place = 'last', source } = {}) =>
    new Promise((resolve, reject) => {
      const line = waiting[place]
      const own = source === undefined ? [] : line.filter((one) => one.source === source)
      if (line.length >= mostWaiting || own.length >= MOST_OF_ONE)
        throw new AppError('rate-limited', { retryAfter: RETRY_AFTER_SECONDS })
      line.push({ run: () => task().then(resolve, reject), source })
      if (!isBusy) void work()
    })

  async function work() {
    isBusy = true
    for (;;) {
      const next = waiting.first.shift() ?? waiting.last.shift()
      if (!next) break
      await next.run()
    }
    isBusy = false
  }
}
