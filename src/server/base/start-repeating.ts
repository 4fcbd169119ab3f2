import type { LogFailure } from './log-failures.ts'

export type Repeating = { stop: () => Promise<void> }

type Loop = {
  /**
   * Returns the milliseconds until the next time, `restMs` if it returns nothing, or null to end the loop. The signal
   * aborts when the loop stops.
   */
  step: (signal: AbortSignal) => Promise<number | null | void>
  /** The rest before the first step and after a failure, in milliseconds. */
  restMs: number
  /** The first step needs no rest before it. */
  atOnce?: boolean
  /** What the log says when a step fails, such as `joins could not be judged`. */
  failure: string
  logFailure: LogFailure
}

/** Runs a step again and again. A failure is logged, and the step is tried again after a rest. */
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

  /** Keeps no process alive that has nothing else to do. */
  function wait(duration: number) {
    timer = setTimeout(run, duration).unref()
  }

  return {
    stop: async () => {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}

/** Stops all of these at once. */
export function together(loops: Repeating[]): Repeating {
  return { stop: async () => void (await Promise.all(loops.map((loop) => loop.stop()))) }
}
