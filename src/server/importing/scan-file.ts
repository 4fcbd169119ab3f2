import type { LineNote } from '#shared/list/imports.ts'
import { compareText } from '#shared/values/counts.ts'
import { emailKey } from '../base/email-key.ts'
import { createBreath } from '../base/in-slices.ts'
import { readAddress } from './read-address.ts'
import { readDate } from './read-date.ts'
import { type FileFormat, type FileRecord, readRecords } from './read-file.ts'
import type { Plan } from './read-rows.ts'
import { readStatus } from './read-status.ts'

/** The facts about a whole file that are needed before the first row is stored. */
export type Scan = {
  /** The note on each person whose status on any line is not `there`, by the key of the address. */
  gone: Map<string, LineNote>
  /** The place of each record in the order of a column; null for the order of the file. */
  places: Uint32Array | null
}

type Options = { format: FileFormat; plan: Plan; sort: { column: number; isReversed: boolean } | null; most: number }

/**
 * Reads the file once if it has a status column or is sorted by a column. `leaveOut` gets the values without a place.
 */
export async function scanFile(
  bytes: Buffer,
  { format, plan, sort, most }: Options,
  leaveOut: (note: LineNote) => void,
): Promise<Scan> {
  const { names, targets } = plan
  const statuses = targets.flatMap((target, index) => (target === 'status' ? index : []))
  const gone: Scan['gone'] = new Map()
  if (statuses.length === 0 && sort === null) return { gone, places: null }
  const email = targets.indexOf('email')
  const values: { line: number; text: string }[] = []
  for await (const { line, cells } of readRecords(bytes, format)) {
    if (values.length >= most) break
    values.push({ line, text: sort === null ? '' : (cells[sort.column]?.trim() ?? '') })
    readStatuses({ line, cells })
  }
  return { gone, places: sort && (await placesOf(values, { ...sort, plan }, leaveOut)) }

  function readStatuses({ line, cells }: FileRecord) {
    for (const index of statuses) {
      const text = cells[index]?.trim()
      const field = names[index]!
      const status = readStatus(text, field)
      if (status === 'there') continue
      const address = readAddress(cells[email]?.trim() ?? '')
      if (!address || gone.has(emailKey(address))) continue
      const quoted = text ? `“${text.slice(0, 40).toWellFormed()}”` : 'a blank'
      const reason = status === 'gone' ? quoted : `${quoted} is not a status we know`
      gone.set(emailKey(address), { line, field, reason })
    }
  }
}

type Sort = { column: number; isReversed: boolean; plan: Plan }

/**
 * Sorts by dates if most values are dates, else by numbers if most are numbers, otherwise by text. Blank values, and
 * values that are no date or number in such a column, come last.
 */
async function placesOf(
  values: { line: number; text: string }[],
  { column, isReversed, plan: { names, dates, timeZone } }: Sort,
  leaveOut: (note: LineNote) => void,
): Promise<Uint32Array> {
  const breathe = createBreath()
  const numbers: (number | null)[] = []
  const times: (number | null)[] = []
  for (const { text } of values) {
    numbers.push(numberIn(text))
    times.push(readDate(text, { order: dates, timeZone })?.getTime() ?? null)
    await breathe()
  }
  const filled = values.filter(({ text }) => text !== '').length
  const isMost = (keys: unknown[]) => keys.filter((key) => key !== null).length * 2 > filled
  const keys = isMost(times) ? times : isMost(numbers) ? numbers : null
  values.forEach(({ line, text }, index) => {
    if (keys && keys[index] === null && text !== '')
      leaveOut({
        line,
        field: names[column]!,
        reason: `“${text.slice(0, 40).toWellFormed()}” has no place in this order`,
      })
  })
  const isBlank = (index: number) => (keys ? keys[index] === null : values[index]!.text === '')
  const order = await sortedIndexes(values.length, (one, other) => {
    if (isBlank(one) || isBlank(other)) return Number(isBlank(one)) - Number(isBlank(other))
    const difference = keys ? keys[one]! - keys[other]! : compareText(values[one]!.text, values[other]!.text)
    return isReversed ? -difference : difference
  })
  const places = new Uint32Array(values.length)
  order.forEach((index, place) => (places[index] = place))
  return places
}

/** Reads numbers such as '7', '#7', '1,234.5' and '80%'. */
function numberIn(text: string): number | null {
  const digits = /^#?\s*(-?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?)\s*%?$/.exec(text)?.[1]
  return digits === undefined ? null : Number(digits.replaceAll(',', ''))
}

/** A bottom-up merge sort. It is stable, and pauses for other work, unlike the sort of an array. */
async function sortedIndexes(count: number, compare: (one: number, other: number) => number): Promise<Uint32Array> {
  const breathe = createBreath()
  let from = Uint32Array.from({ length: count }, (_, index) => index)
  let to = new Uint32Array(count)
  for (let width = 1; width < count; width *= 2) {
    for (let start = 0; start < count; start += 2 * width) {
      const middle = Math.min(start + width, count)
      const end = Math.min(start + 2 * width, count)
      let [left, right] = [start, middle]
      for (let at = start; at < end; at += 1) {
        const takesLeft = right === end || (left < middle && compare(from[left]!, from[right]!) <= 0)
        to[at] = from[takesLeft ? left++ : right++]!
        if (at % 1024 === 0) await breathe()
      }
    }
    ;[from, to] = [to, from]
  }
  return from
}
