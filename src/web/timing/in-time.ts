/** Rejects if the promise takes longer: a request that stalls neither succeeds nor fails. */
export function inTime<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout>
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, milliseconds, new Error('Too late'))
  })
  // Clears the timer, because the process that draws pages would wait for it before it ends.
  return Promise.race([promise, limit]).finally(() => clearTimeout(timer))
}
