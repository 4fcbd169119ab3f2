import { type Suspect, timeOf } from './friends.ts'
import { toGroups, UNUSUAL } from './groups.ts'
import type { Norms } from './norms.ts'
import { found } from './signals.ts'
import { gapsOf } from './waves.ts'

/** A class has one network and one sheet of answers, a tablet at a fair one network and even intervals: two say nothing. */
const LEAST_WAYS = 3
const LEAST_FRIENDS = 10
const SHARE = 0.6

/**
 * Marks the friends of a group who are alike in more ways than crowds of people are: one network, the same answers, the
 * same time to answer, the same second, even the same instant, even intervals. Only ways that most of the group share
 * count. It needs no list to compare with.
 */
export function findAlike(wave: Suspect[], norms: Norms) {
  for (const group of toGroups(wave, norms)) {
    const least = Math.max(LEAST_FRIENDS, SHARE * group.length)
    if (group.length < least) continue
    const shared = Object.entries(waysOf(group, norms)).filter(([, some]) => some.length >= least)
    if (shared.length < LEAST_WAYS) continue
    const ways = shared.map(([name, some]): [string, Set<Suspect>] => [name, new Set(some)])
    for (const suspect of group) {
      const own = ways.filter(([, some]) => some.has(suspect)).map(([name]) => name)
      if (own.length < LEAST_WAYS || suspect.signals.some(({ signal }) => signal === 'alike')) continue
      suspect.signals.push(found('alike', { ways: own, friends: group.length }))
    }
  }
}

/** Who of the group are alike, in each way. */
function waysOf(group: Suspect[], norms: Norms): Record<string, Suspect[]> {
  const answers = mostAlike(group, ({ friend }) => friend.sheet)
  const usual = answers[0] ? norms.shareOfSheet(answers[0].friend.sheet) : 1
  const joined = ({ friend }: Suspect) => +friend.at
  const opened = ({ friend }: Suspect) => friend.opened_at && +friend.opened_at
  const together = inAMoment(group, joined, SECOND)
  return {
    network: mostAlike(group, ({ friend }) => friend.block),
    answers: answers.length / group.length > UNUSUAL * usual ? answers : [],
    timing: sameTime(group),
    moment: together.length > 0 ? together : inAMoment(group, opened, SECOND),
    instant: inAMoment(group, joined, INSTANT),
    intervals: isClockwork(group, EXACT) ? group : [],
  }
}

/** Those who agree in the value that most have; null is no value. */
function mostAlike(group: Suspect[], valueOf: (suspect: Suspect) => string | null): Suspect[] {
  const parts = Map.groupBy(group, valueOf)
  parts.delete(null)
  return [...parts.values()].reduce((one, other) => (other.length > one.length ? other : one), [])
}

/**
 * Answering times that differ by less than this are the same: people's differ by half. Those of a class that is told
 * when to begin and when to send differ by seconds, which is little of some minutes.
 */
const SAME_TIME = { times: 1.04, ms: 1_500 }

const isSameTime = (one: number, later: number) => later <= Math.min(one * SAME_TIME.times, one + SAME_TIME.ms)

/** The most friends who took the same time. */
export function sameTime(group: Suspect[]): Suspect[] {
  const sorted = sortedBy(group, ({ friend }) => timeOf(friend))
  let first = 0
  let most: [number, number] = [0, 0]
  sorted.forEach(([time], index) => {
    while (!isSameTime(sorted[first]![0], time)) first += 1
    if (index + 1 - first > most[1] - most[0]) most = [first, index + 1]
  })
  return sorted.slice(...most).map(([, suspect]) => suspect)
}

const SECOND = 1_000
/** A hall full of people does not press Send in so many milliseconds. */
const INSTANT = 100
const IN_A_MOMENT = 15

/** Those whose time lies with that of so many others within some milliseconds. */
function inAMoment(group: Suspect[], timeOf: (suspect: Suspect) => number | null, ms: number): Suspect[] {
  const sorted = sortedBy(group, timeOf)
  let first = 0
  let done = 0
  return sorted.flatMap(([at], index) => {
    while (at - sorted[first]![0] > ms) first += 1
    if (index + 1 - first < IN_A_MOMENT) return []
    const from = Math.max(done, first)
    done = index + 1
    return sorted.slice(from, done).map(([, suspect]) => suspect)
  })
}

function sortedBy(group: Suspect[], valueOf: (suspect: Suspect) => number | null): [number, Suspect][] {
  const valued = group.flatMap((suspect): [number, Suspect][] => {
    const value = valueOf(suspect)
    return value === null ? [] : [[value, suspect]]
  })
  return valued.toSorted(([one], [other]) => one - other)
}

const LEAST_GAPS = 20
/** Of people at one tablet, the gaps vary by a third of their mean. */
const EXACT = 0.25

/** Arrivals of people who do not know each other vary as much as their mean; those of a program vary less. */
export function isClockwork(group: Suspect[], most: number): boolean {
  if (group.length < LEAST_GAPS) return false
  const gaps = gapsOf(group.map(({ friend }) => +friend.at))
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length
  if (mean < 1_000) return false
  const variance = gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gaps.length
  return Math.sqrt(variance) < most * mean
}
