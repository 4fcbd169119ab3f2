import type { LogFailure } from './log-failures.ts'

/** The longest duration of a timer of Node: 2^31 - 1 milliseconds. */
const LONGEST_MS = 2_147_483_647

export type Repeating = { stop: () => Promise<void> }

type Loop = {
  /**
   * Returns the milliseconds until the next step, nothing for `restMs`, or null to end the loop. The signal aborts when
   * the loop stops.
   */
  step: (signal: AbortSignal) => Promise<number | null | void>
  /** The rest before the first step, after a failure, and after a step that returns nothing, in milliseconds. */
  restMs: number
  /** Runs the first step without a rest before it. */
  atOnce?: boolean
  /** The sentence to log when a step fails, such as `joins could not be judged`. */
  failure: string
  logFailure: LogFailure
}

/** Runs a step repeatedly. Logs a failure, and retries the step after a rest. */
export function startRepeating({ step, restMs, atOnce = false, failure, logFailure }: Loop): Repeating {
  const stopping = new AbortController()
  const { signal } = stopping
  let hasFailed = false
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  if (atOnce) run()
  else wait(restMs)

  function run() {
    running = step(signal)
      .then(
        (duration) => {
          if (hasFailed) logFailure.onSuccess?.(failure)
          hasFailed = false
          return duration
        },
        (error: unknown) => {
          hasFailed = true
          logFailure(failure, error)
        },
      )
      .then((duration) => {
        if (duration !== null && !signal.aborted) wait(duration ?? restMs)
      })
  }

  /** The timer does not keep the process alive. A longer duration than `LONGEST_MS` would fire at once. */
  function wait(duration: number) {
    timer = setTimeout(run, Math.min(duration, LONGEST_MS)).unref()
  }

  return {
    stop: async () => {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}

/** Combines loops into one whose `stop` stops all of them. */
export function together(loops: Repeating[]): Repeating {
  return { stop: async () => void (await Promise.all(loops.map((loop) => loop.stop()))) }
}
