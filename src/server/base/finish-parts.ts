import { setImmediate as pause } from 'node:timers/promises'

/** Runs the parts of some work without a pause, and returns the result of the work. */
export function finish<Value>(parts: Generator<undefined, Value>): Value {
  for (;;) {
    const { done, value } = parts.next()
    if (done) return value as Value
  }
}

/** Runs the parts of some work, and lets the server answer requests between them. */
export async function finishGently<Value>(parts: Generator<undefined, Value>): Promise<Value> {
  for (;;) {
    const { done, value } = parts.next()
    if (done) return value as Value
    await pause()
  }
}
