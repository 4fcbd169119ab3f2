/** A stalled request neither succeeds nor fails. */
export function inTime<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout>
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, milliseconds, new Error('Too late'))
  })
  // The timer would keep the process that prerenders pages alive.
  return Promise.race([promise, limit]).finally(() => clearTimeout(timer))
}
