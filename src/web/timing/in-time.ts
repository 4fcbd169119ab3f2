/** Rejects if the promise takes longer: a request that stalls neither succeeds nor fails. */
export function inTime<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout>
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, milliseconds, new Error('Too late'))
  })
  // The server that draws pages would wait for the timer before it ends.
  return Promise.race([promise, limit]).finally(() => clearTimeout(timer))
}
