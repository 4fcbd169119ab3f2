export type Repeating = { stop: () => Promise<void> }

/**
 * Runs a step again and again. Before the first step and after a failure it rests for `restMs`, otherwise for the
 * milliseconds that the step returned.
 */
export function startRepeating(step: () => Promise<number>, restMs: number): Repeating {
  let running = Promise.resolve()
  let timer = setTimeout(run, restMs)

  function run() {
    running = step()
      .catch(() => restMs)
      .then((duration) => {
        timer = setTimeout(run, duration)
      })
  }

  return {
    stop: async () => {
      clearTimeout(timer)
      await running
      clearTimeout(timer)
    },
  }
}
