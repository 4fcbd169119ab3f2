import { hasMark, type Suspect } from './friends.ts'

const MINUTE = 60_000
const SHORTEST_PAUSE = 30 * MINUTE
const LONGEST_PAUSE = 24 * 60 * MINUTE
const PAUSE_IN_GAPS = 6

/**
 * Friends of one code in the order of time, cut where nobody came for long. How long that is follows from the pace at
 * which those with a mark come: a farm of a second and one of six an hour are a wave each.
 */
export function toWaves(suspects: Suspect[]): Suspect[][] {
  const marked = suspects.filter(hasMark)
  const pause = pauseOf((marked.length >= 5 ? marked : suspects).map(({ friend }) => +friend.at))
  const waves: Suspect[][] = []
  let last = -Infinity
  for (const suspect of suspects) {
    const at = +suspect.friend.at
    if (at - last > pause) waves.push([])
    waves.at(-1)!.push(suspect)
    last = at
  }
  return waves
}

function pauseOf(times: number[]): number {
  const gaps = gapsOf(times).toSorted((one, other) => one - other)
  const median = gaps[Math.floor(gaps.length / 2)] ?? 0
  return Math.min(LONGEST_PAUSE, Math.max(SHORTEST_PAUSE, PAUSE_IN_GAPS * median))
}

export function gapsOf(times: number[]): number[] {
  return times.slice(1).map((at, index) => at - times[index]!)
}
