import { cpus } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'

/** Shorter work needs no rest after it. */
const LEAST_WORK_MS = 250
/** Long enough to measure how busy the processors are: systems count processor time in hundredths of a second. */
const LEAST_REST_MS = 50
/** The longest rest, so that a backup ends even after very long work. */
export const MOST_REST_MS = 30_000

/** Call it after each piece of long work. It resolves immediately or after a rest. */
export type Rest = () => Promise<void>

/**
 * Rests so that other programs can use the machine: `times` as long as the work before it if they kept all processors
 * busy during the last rest, and half as long if they kept half of them busy. `isElsewhere`: the work burdens another
 * machine, whose load is unknown, so each rest is as long as beside a busy one. Rejects when the signal aborts.
 */
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

/** Yields the same pieces, with a rest after each. */
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

/**
 * The times of all processors together, in milliseconds. The time of work with a low priority, such as a backup, counts
 * as free.
 */
function readTimes(): Times {
  const times = cpus().map((cpu) => cpu.times)
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  return { free: sum(times.map(({ idle, nice }) => idle + nice)), all: sum(times.flatMap((one) => Object.values(one))) }
}

/** The share of the processors that was busy, from 0 to 1. It is 1 if the system reports no times. */
function busyBetween(before: Times, after: Times): number {
  const all = after.all - before.all
  return all > 0 ? 1 - (after.free - before.free) / all : 1
}
