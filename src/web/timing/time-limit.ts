/** The oldest supported browsers lack AbortSignal.timeout. */
export function timeLimit(milliseconds: number): AbortSignal {
  const limit = new AbortController()
  setTimeout(() => limit.abort(new DOMException('', 'TimeoutError')), milliseconds)
  return limit.signal
}
