import { type Suspect, timeOf } from './friends.ts'
import { mostAlike, toGroups, UNUSUAL } from './groups.ts'
import { countBy, type Norms } from './norms.ts'
import { found } from './signals.ts'
import { gapsOf } from './waves.ts'

/** A class has one network and one sheet of answers, a tablet at a fair one network and even intervals: two say nothing. */
const LEAST_WAYS = 3
const LEAST_FRIENDS = 10
const SHARE = 0.6

/**
 * Marks the friends of a group who are alike in more ways than crowds of people are: one network, the same answers, the
 * same time to answer, the same moment, even intervals. It needs no list to compare with.
 */
export function findAlike(wave: Suspect[], norms: Norms) {
  for (const group of toGroups(wave, norms)) {
    if (group.length < LEAST_FRIENDS) continue
    const least = Math.max(LEAST_FRIENDS, SHARE * group.length)
    const sheet = mostCommonSheet(group)
    const ways = {
      network: mostAlike(group, ({ friend }) => friend.block) >= least,
      answers: sheet.count >= least && sheet.count / group.length > UNUSUAL * norms.shareOfSheet(sheet.value),
      timing: sameTime(group) >= least,
      moment: mostInAMoment(group.map(({ friend }) => +friend.at)) >= least || mostInAMoment(openings(group)) >= least,
      intervals: isClockwork(group),
    }
    const names = Object.entries(ways).flatMap(([name, is]) => (is ? [name] : []))
    if (names.length < LEAST_WAYS) continue
    for (const { signals } of group)
      if (!signals.some(({ signal }) => signal === 'alike'))
        signals.push(found('alike', { ways: names, friends: group.length }))
  }
}

function mostCommonSheet(group: Suspect[]): { value: string; count: number } {
  const counts = [...countBy(group, ({ friend }) => friend.sheet)]
  const [value, count] = counts.reduce((one, other) => (other[1] > one[1] ? other : one))
  return { value, count }
}

/** Answering times that differ by less than this are the same: people's differ by half. */
const SAME_TIME = 1.04

/** The largest number of friends who took the same time. */
export function sameTime(group: Suspect[]): number {
  const times = group.flatMap(({ friend }) => timeOf(friend) ?? []).toSorted((one, other) => one - other)
  return mostWithin(times, (time) => time * SAME_TIME)
}

const MOMENT_MS = 1_000
const IN_A_MOMENT = 15

function openings(group: Suspect[]): number[] {
  return group.flatMap(({ friend }) => (friend.opened_at ? +friend.opened_at : [])).toSorted((one, other) => one - other)
}

/** How many of these sorted times lie within a second with so many others. */
function mostInAMoment(times: number[]): number {
  let first = 0
  let counted = 0
  let sum = 0
  times.forEach((at, index) => {
    while (at - times[first]! > MOMENT_MS) first += 1
    if (index - first + 1 < IN_A_MOMENT) return
    sum += index - Math.max(first, counted) + 1
    counted = index + 1
  })
  return sum
}

/** The most of some sorted values that lie between one of them and the end that follows from it. */
function mostWithin(values: number[], endOf: (value: number) => number): number {
  let most = 0
  let first = 0
  values.forEach((value, index) => {
    while (value > endOf(values[first]!)) first += 1
    most = Math.max(most, index - first + 1)
  })
  return most
}

const EVEN = { friends: 20, variation: 0.5 }

/** Arrivals of people who do not know each other vary as much as their mean; those of a program vary less. */
export function isClockwork(group: Suspect[]): boolean {
  if (group.length < EVEN.friends) return false
  const gaps = gapsOf(group.map(({ friend }) => +friend.at))
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length
  if (mean < 1_000) return false
  const variance = gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gaps.length
  return Math.sqrt(variance) < EVEN.variation * mean
}
