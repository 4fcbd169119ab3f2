import { addCount, type Counts } from '#shared/values/counts.ts'
import type { Days } from '#shared/list/period.ts'
import type { Found, Page } from '../sql/found.ts'
import type { Columns } from './columns.ts'
import { countValues, isInside, keepDays, matchColumns, type Matches, type Question } from './match-columns.ts'

type Options = { page?: Page; mostPositions: number }

export function findInColumns(columns: Columns, question: Question, { page, mostPositions }: Options): Found {
  const matches = matchColumns(columns, question)
  const { from, to } = question.period
  const days = page ? daysOf(columns, matches, page) : { from, to }
  if (page) keepDays(columns, matches, days)
  const positions = positionsOf(matches, mostPositions + 1)
  return positions.length <= mostPositions
    ? { positions: `{${positions.join(',')}}`, bits: new Uint8Array(), days }
    : { positions: null, bits: bitsOf(matches), days }
}

function positionsOf(matches: Matches, most: number): number[] {
  const positions: number[] = []
  for (let position = 1; position < matches.length && positions.length < most; position += 1) {
    if (isInside(matches, position)) positions.push(position)
  }
  return positions
}

function bitsOf(matches: Matches): Uint8Array {
  const bits = new Uint8Array(Math.ceil(matches.length / 8))
  for (let position = 1; position < matches.length; position += 1) {
    if (isInside(matches, position)) bits[(position - 1) >> 3]! |= 1 << ((position - 1) & 7)
  }
  return bits
}

/**
 * The days of a page in the order of sign-up. Earlier pages may have shown some matches of `day`, so `day` does not
 * count towards `least`.
 */
function daysOf(columns: Columns, matches: Matches, { order, day, least }: Page): Days {
  const counts: Counts = new Map()
  countValues(columns.kind, matches, ({ day }, count) => addCount(counts, day, count))
  const ordered = [...counts.keys()].sort()
  if (order === 'desc') ordered.reverse()
  const ahead = day === null ? ordered : ordered.filter((one) => (order === 'asc' ? one >= day : one <= day))
  let found = 0
  const last = ahead.find((one) => one !== day && (found += counts.get(one)!) >= least) ?? ahead.at(-1)
  if (ahead.length === 0) return { from: day, to: day }
  return order === 'asc' ? { from: ahead[0]!, to: last! } : { from: last!, to: ahead[0]! }
}
