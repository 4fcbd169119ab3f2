/** Replaces AbortSignal.timeout, which the oldest supported browsers lack. */
export function timeLimit(milliseconds: number): AbortSignal {
  const limit = new AbortController()
  setTimeout(() => limit.abort(new DOMException('', 'TimeoutError')), milliseconds)
  return limit.signal
}
