/** AbortSignal.timeout, also for the oldest supported browsers, which lack it. */
export function timeLimit(milliseconds: number): AbortSignal {
  if ('timeout' in AbortSignal) return AbortSignal.timeout(milliseconds)
  const limit = new AbortController()
  setTimeout(() => limit.abort(new DOMException('No answer in time', 'TimeoutError')), milliseconds)
  return limit.signal
}
