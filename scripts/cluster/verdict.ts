import type { Acknowledged } from './crowd.ts'
import type { Met } from './crowd-process.ts'

export type Stored = { email: string; code: string; position: number }

/** Times as `Date.now()`. */
export type Run = {
  /** Joins a second. */
  rate: number
  /** When people began to come, the fault began, all was repaired, and the last one came. */
  began: number
  broken: number
  mended: number
  ended: number
}

/** Of the people who should have come. */
const LEAST_PART = 0.9
/** A machine may be slow for a moment. */
const LEAST_PART_OF_PHASE = 0.5

/** Enough people joined for a meaningful result. Each line is a fault. */
export function judgeCrowd(
  acknowledged: Acknowledged[],
  { met, run: { rate, began, broken, mended, ended } }: { met: Met; run: Run },
): string[] {
  const joinedBetween = (from: number, to: number) => acknowledged.filter(({ at }) => at >= from && at < to).length
  const least = (from: number, to: number, part: number) => Math.ceil((rate * (to - from) * part) / 1_000)
  const phases = [
    ['in all', began, Infinity, least(began, ended, LEAST_PART)],
    ['before the fault', began, broken, least(began, broken, LEAST_PART_OF_PHASE)],
    ['after the repair', mended, Infinity, least(mended, ended, LEAST_PART_OF_PHASE)],
  ] as const
  return [
    ...phases.flatMap(([when, from, to, needed]) => {
      const joined = joinedBetween(from, to)
      // A phase that needs nobody, or that has no valid times, proves nothing.
      return joined >= needed && needed > 0 ? [] : [`only ${joined} people joined ${when}, and ${needed} are needed`]
    }),
    ...(met.joined < met.came ? [`${met.came - met.joined} people gave up`] : []),
    ...(met.joined === acknowledged.length
      ? []
      : [`${met.joined} people were told that they joined, and ${acknowledged.length} of them are recorded`]),
  ]
}

/** In the order of positions. Each line of `faults` is a fault. */
export function compare(
  acknowledged: Acknowledged[],
  stored: Stored[],
): { lost: number; doubled: number; faults: string[] } {
  const entries = Map.groupBy(stored, ({ email }) => email)
  const people = Map.groupBy(acknowledged, ({ email }) => email)
  const lost = acknowledged.filter(({ email, code }) => entries.get(email)?.[0]?.code !== code)
  const moved = acknowledged.filter(({ email, position }) => {
    const entry = entries.get(email)?.[0]
    return entry && entry.position !== position
  })
  const doubled = [...entries.values()].filter(({ length }) => length > 1)
  const twice = [...people.values()].filter(({ length }) => length > 1)
  const gaps = stored.filter(({ position }, index) => position !== index + 1)
  const unknown = stored.filter(({ email }) => !people.has(email))
  const count = (what: string, found: unknown[]) =>
    found.length > 0 ? [`${found.length} ${what}, the first ${JSON.stringify(found[0])}`] : []
  return {
    lost: lost.length,
    doubled: doubled.length,
    faults: [
      ...count('acknowledged joins are lost or have another code', lost),
      ...count('people have another position than they were told', moved),
      ...count('people have two entries', doubled),
      ...count('people were told twice that they joined', twice),
      ...count('positions are not 1 to N', gaps),
      ...count('people are stored who were told nothing', unknown),
    ],
  }
}
