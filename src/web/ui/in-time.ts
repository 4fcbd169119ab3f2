/** Rejects if the promise takes longer: a request that stalls neither succeeds nor fails. */
export function inTime<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  const limit = new Promise<never>((_, reject) => setTimeout(reject, milliseconds, new Error('Too late')))
  return Promise.race([promise, limit])
}
