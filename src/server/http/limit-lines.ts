const WINDOW_MS = 60_000

/** Writes at most so many lines of the log in a minute, and one at its end that counts the rest. */
export function limitLines({ most, sumUp }: { most: number; sumUp: (more: number) => void }) {
  let lines = 0
  let timer: NodeJS.Timeout | undefined

  /** Ends the minute, also before it is over. */
  function end() {
    clearTimeout(timer)
    timer = undefined
    const more = lines - most
    lines = 0
    if (more > 0) sumUp(more)
  }

  return {
    write(line: () => void) {
      timer ??= setTimeout(end, WINDOW_MS).unref()
      lines += 1
      if (lines <= most) line()
    },
    end,
  }
}
