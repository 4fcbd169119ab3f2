import type { Filters } from '#shared/list/filters.ts'
import { type Days, isWithin, lastSevenDays, type Period, periodBefore } from '#shared/list/period.ts'
import type { SlotNames } from '../sql/read-tally.ts'
import type { Column, Columns } from './columns.ts'
import { PART_NAMES, whichPass } from './parts.ts'

export type Question = { filters: Partial<Filters>; period: Period; slots: SlotNames }

const OUTSIDE = 0
/** The entry passes the filters, and joined outside the period, on a day that only a comparison counts. */
const BESIDE = 1
/** The entry passes the filters, and joined in the period. */
const INSIDE = 2

let scratch = new Uint8Array()

/** By joining position. Valid until the next question, which reuses the buffer. */
export type Matches = Uint8Array

export function matchColumns(columns: Columns, { filters, period, slots }: Question): Matches {
  const others = [periodBefore(period) ?? period, lastSevenDays(period)]
  const matches = matchDays(columns, (day) => {
    if (isWithin(day, period)) return INSIDE
    return others.some((span) => isWithin(day, span)) ? BESIDE : OUTSIDE
  })
  for (const name of PART_NAMES) {
    const passes = whichPass(name, columns[name].values, { filters, slots })
    if (passes) keepPassing(matches, columns[name].codes, passes)
  }
  return matches
}

export function keepDays(columns: Columns, matches: Matches, days: Days) {
  const { codes, values } = columns.kind
  const passes = Uint8Array.from(values, (kind) => (kind !== null && isWithin(kind.day, days) ? 1 : 0))
  keepPassing(matches, codes, passes)
}

export function isInside(matches: Matches, position: number): boolean {
  return matches[position] === INSIDE
}

export function countValues<Value>(
  { codes, values }: Column<Value>,
  matches: Matches,
  visit: (value: Value, count: number) => void,
  { alsoBeside = false } = {},
) {
  const least = alsoBeside ? BESIDE : INSIDE
  const counts = new Uint32Array(values.length)
  for (let at = 1; at < matches.length; at += 1) if (matches[at]! >= least) counts[codes[at]!]! += 1
  values.forEach((value, code) => {
    if (value !== null && counts[code]! > 0) visit(value, counts[code]!)
  })
}

function matchDays({ kind, last }: Columns, match: (day: string) => number): Matches {
  const { codes, values } = kind
  const matched = Uint8Array.from(values, (value) => (value === null ? OUTSIDE : match(value.day)))
  if (scratch.length <= last) scratch = new Uint8Array(codes.length)
  const matches = scratch.subarray(0, last + 1)
  for (let at = 1; at < matches.length; at += 1) matches[at] = matched[codes[at]!]!
  return matches
}

function keepPassing(matches: Matches, codes: Uint32Array, passes: Uint8Array) {
  for (let at = 1; at < matches.length; at += 1) if (passes[codes[at]!] === 0) matches[at] = OUTSIDE
}
