import { setImmediate as pause } from 'node:timers/promises'

/** Does the parts of this work one after another, and returns its result. */
export function finish<Value>(parts: Generator<undefined, Value>): Value {
  for (;;) {
    const { done, value } = parts.next()
    if (done) return value as Value
  }
}

/** Lets the server answer requests between the parts. */
export async function finishGently<Value>(parts: Generator<undefined, Value>): Promise<Value> {
  for (;;) {
    const { done, value } = parts.next()
    if (done) return value as Value
    await pause()
  }
}
