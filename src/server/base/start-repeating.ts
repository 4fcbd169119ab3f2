import { inLanguage } from './language.ts'

/** `what`: a fixed sentence, logged once a minute. */
export type LogFailure = ((what: string, error: unknown) => void) & { onSuccess?: (what: string) => void }

const LONGEST_MS = 2_147_483_647

export type Repeating = { stop: () => Promise<void> }

type Loop = {
  /** Returns the milliseconds until the next step; null ends the loop. */
  step: (signal: AbortSignal) => Promise<number | null | void>
  restMs: number
  atOnce?: boolean
  /** Logged, such as `joins could not be judged`. */
  failure: string
  logFailure: LogFailure
}

export function startRepeating({ step, restMs, atOnce = false, failure, logFailure }: Loop): Repeating {
  const stopping = new AbortController()
  const { signal } = stopping
  let hasFailed = false
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  if (atOnce) run()
  else wait(restMs)

  function run() {
    // A request in another language may have begun the loop.
    running = inLanguage(undefined, () => step(signal))
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

  /** A longer duration would fire at once. */
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

export function together(loops: Repeating[]): Repeating {
  return { stop: async () => void (await Promise.all(loops.map((loop) => loop.stop()))) }
}
