import { AppError } from '../base/errors.ts'

const RETRY_AFTER_SECONDS = 2
const MOST_WAITING = 16
const MOST_OF_ONE = 2

export type Turns = <Result>(source: string | null, task: () => Promise<Result>, mostOfOne?: number) => Promise<Result>

/**
 * Runs tasks one after the other. Hashing a password takes one of Node's four threads for 150 ms, and database
 * connections need these threads too.
 */
export function createTurns(): Turns {
  const going: (string | null)[] = []
  let last: Promise<unknown> = Promise.resolve()

  return (source, task, mostOfOne = MOST_OF_ONE) => {
    const isFull = going.length > MOST_WAITING
    if (isFull || (source !== null && going.filter((one) => one === source).length >= mostOfOne))
      return Promise.reject(new AppError('rate-limited', { retryAfter: RETRY_AFTER_SECONDS }))
    going.push(source)
    const turn = last.then(task).finally(() => going.splice(going.indexOf(source), 1))
    last = turn.catch(() => {})
    return turn
  }
}
