import { setImmediate as pause } from 'node:timers/promises'

/** Runs all parts of a task without a pause, and returns the result of the task. */
export function finish<Value>(parts: Generator<undefined, Value>): Value {
  for (;;) {
    const { done, value } = parts.next()
    if (done) return value as Value
  }
}

/** Runs all parts of a task, and lets the server answer requests between them. Resolves to the result of the task. */
export async function finishGently<Value>(parts: Generator<undefined, Value>): Promise<Value> {
  for (;;) {
    const { done, value } = parts.next()
    if (done) return value as Value
    await pause()
  }
}
