import { cpus } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'

const LEAST_WORK_MS = 250
const LEAST_REST_MS = 50
export const MOST_REST_MS = 30_000

export type Rest = () => Promise<void>

/** `times` as long as the work, if others kept all processors busy. `isElsewhere`: the work burdens another machine. */
export function createRest(times: number, signal: AbortSignal, isElsewhere = false): Rest {
  let [began, busy] = [performance.now(), isElsewhere ? 1 : 0]
  return async () => {
    const worked = performance.now() - began
    if (worked < LEAST_WORK_MS) return
    const before = readTimes()
    await pause(clamp(worked * times * busy), undefined, { signal })
    if (!isElsewhere) busy = busyBetween(before, readTimes())
    began = performance.now()
  }
}

export async function* withRests<Piece>(pieces: AsyncIterable<Piece>, rest: Rest): AsyncGenerator<Piece> {
  for await (const piece of pieces) {
    yield piece
    await rest()
  }
}

function clamp(ms: number): number {
  return Math.min(Math.max(ms, LEAST_REST_MS), MOST_REST_MS)
}

type Times = { free: number; all: number }

/** In milliseconds. Work of a low priority, such as a backup, counts as free. */
function readTimes(): Times {
  const times = cpus().map((cpu) => cpu.times)
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  return { free: sum(times.map(({ idle, nice }) => idle + nice)), all: sum(times.flatMap((one) => Object.values(one))) }
}

function busyBetween(before: Times, after: Times): number {
  const all = after.all - before.all
  return all > 0 ? 1 - (after.free - before.free) / all : 1
}
