import { MAX_BATCH, type Waiting } from './waiting.ts'

/** The requests that are in no batch yet, in the order of their arrival. */
export type Queue = {
  readonly length: number
  add: (request: Omit<Waiting, 'since'>) => void
  /** Removes and returns the requests of the next batch; none if all of them have waited too long. */
  take: () => Waiting[]
}

/** Late requests are refused together, at most once in this time, so that a crowd causes few lines in the log. */
const REFUSE_EVERY_MS = 100

/**
 * `refuse` receives the requests that have waited for longer than `longestWait` milliseconds, for example because there
 * is no connection. None of them is stored.
 */
export function createQueue(longestWait: number, refuse: (late: Waiting[]) => void): Queue {
  const waiting: Waiting[] = []
  /** The timer that refuses the first request when it has waited too long. Set whenever a request waits. */
  let watch: NodeJS.Timeout | undefined

  function refuseLate() {
    const oldest = performance.now() - longestWait
    const inTime = waiting.findIndex(({ since }) => since > oldest)
    const late = waiting.splice(0, inTime < 0 ? waiting.length : inTime)
    if (late.length > 0) refuse(late)
  }

  function watchFirst() {
    const [first] = waiting
    if (watch || !first) return
    const left = first.since + longestWait - performance.now()
    watch = setTimeout(
      () => {
        watch = undefined
        refuseLate()
        watchFirst()
      },
      Math.max(left, REFUSE_EVERY_MS),
    ).unref()
  }

  return {
    get length() {
      return waiting.length
    },
    add: (request) => {
      waiting.push({ ...request, since: performance.now() })
      watchFirst()
    },
    take: () => {
      refuseLate()
      return waiting.splice(0, MAX_BATCH)
    },
  }
}
