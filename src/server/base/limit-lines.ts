const WINDOW_MS = 60_000

export function limitLines({ most, sumUp }: { most: number; sumUp: (more: number) => void }) {
  let lines = 0
  let timer: NodeJS.Timeout | undefined

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
