import { cpus } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'

/** The shortest work that a rest follows. */
const LEAST_WORK_MS = 250
/** Long enough to see how busy the processors are, which systems count in hundredths of a second. */
const LEAST_REST_MS = 50
/** After very long work, so that a backup still ends. */
export const MOST_REST_MS = 30_000

/** For after each piece of long work: resolves at once, or after a rest. */
export type Rest = () => Promise<void>

/**
 * Rests for the people who use the machine meanwhile: `times` as long as the work before it if others kept all
 * processors busy during the last rest, and half as long if they kept half of them busy. Rejects at the signal.
 */
export function createRest(times: number, signal: AbortSignal): Rest {
  let [began, busy] = [performance.now(), 0]
  return async () => {
    const worked = performance.now() - began
    if (worked < LEAST_WORK_MS) return
    const before = readTimes()
    await pause(clamp(worked * times * busy), undefined, { signal })
    busy = busyBetween(before, readTimes())
    began = performance.now()
  }
}

/** The same pieces, with a rest after each. */
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

/** The times of all processors together, in milliseconds. What has a low priority, as the check itself, leaves them free. */
function readTimes(): Times {
  const times = cpus().map((cpu) => cpu.times)
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  return { free: sum(times.map(({ idle, nice }) => idle + nice)), all: sum(times.flatMap((one) => Object.values(one))) }
}

/** A part of 1; 1 too where the system tells no times. */
function busyBetween(before: Times, after: Times): number {
  const all = after.all - before.all
  return all > 0 ? 1 - (after.free - before.free) / all : 1
}
