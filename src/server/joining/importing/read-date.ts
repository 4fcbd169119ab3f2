import type { DATE_ORDERS } from '#shared/list/imports.ts'
import { DAY_MS } from '#shared/values/durations.ts'
import { instantOf } from '#shared/values/days.ts'
import { type FileFormat, type FileRecord, readRecords } from './read-file.ts'

export type DateOrder = (typeof DATE_ORDERS)[number]

const NAMED_ZONES = Object.fromEntries(
  'Z:0 UTC:0 GMT:0 WET:0 BST:1 WEST:1 CET:1 CEST:2 EET:2 EEST:3 EST:-5 EDT:-4 CST:-6 CDT:-5 MST:-7 MDT:-6 PST:-8 PDT:-7'
    .split(' ')
    .map((zone) => zone.split(':') as [string, string])
    .map(([name, hours]) => [name, Number(hours)]),
)
const ZONE = String.raw`(?:UTC|GMT)?[+-]\d{1,2}(?::?\d\d)?|${Object.keys(NAMED_ZONES).sort().reverse().join('|')}`
const CLOCK = String.raw`(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?\s*([ap]\.?m\.?)?`
/** '10:11 +01:00', '10:11 (EST)', or as JavaScript writes them: '10:11 GMT+0100 (British Summer Time)'. */
const TIME = String.raw`(?:(?:T|[,\s]+(?:at\s+)?)${CLOCK})?\s*(?:(${ZONE})(?:\s*\([^)]*\))?|\((${ZONE})\))?`
const WEEKDAY = String.raw`(?:[a-z]{3,9},?\s+)?`
const DAY = String.raw`(\d{1,2})(?:st|nd|rd|th)?`
const MONTH = String.raw`([a-z]{3,9})`
const YEAR = String.raw`(\d{4}|\d\d)`
const YEAR_FIRST = written(String.raw`(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})`)
const YEAR_LAST = written(String.raw`(\d{1,2})[-/.](\d{1,2})[-/.]${YEAR}`)
const DAY_FIRST = written(String.raw`${WEEKDAY}${DAY}\.?(?:\s+of)?[-\s]+${MONTH}\.?,?[-\s]+${YEAR}`)
const MONTH_FIRST = written(String.raw`${WEEKDAY}${MONTH}\.?\s+${DAY},?\s+${YEAR}`)
const DIGITS = /^(\d{4})(\d\d)(\d\d)(?:T?(\d\d)(\d\d)(\d\d)?()(Z)?())?$/i
const EPOCH = /^(\d{10})(\d{3})?(?:\.\d+)?$/
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** The time to match a pattern may grow with the square of the length. */
const LONGEST = 100

const EARLIEST = Date.UTC(2000, 0, 1)

/**
 * Null before the year 2000 or more than a day in the future. A time without a zone is in `timeZone`. A day without a
 * time becomes noon, which is the same day in most time zones.
 */
export function readDate(text: string, { order, timeZone }: { order: DateOrder; timeZone: string }): Date | null {
  if (text.length > LONGEST) return null
  const epoch = EPOCH.exec(text)
  const date = epoch
    ? new Date(Number(epoch[1]) * 1000 + Number(epoch[2] ?? 0))
    : readWritten(text, { order, timeZone })
  if (!date || !(date.getTime() >= EARLIEST && date.getTime() < Date.now() + DAY_MS)) return null
  return date
}

/** Which number of '03/04/2026' is the day. Null if the text is not such a date, or means the same in both orders. */
function orderOf(text: string): DateOrder | 'open' | null {
  const found = text.length > LONGEST ? null : YEAR_LAST.exec(text)
  if (!found) return null
  const [first, second] = [Number(found[1]), Number(found[2])]
  if (first > 12) return 'day'
  if (second > 12) return 'month'
  // No country writes the month first and then a dot.
  if (/^\d+\./.test(text)) return 'day'
  return first === second ? null : 'open'
}

/** In a heading such as 'Created At (UTC+2)', for times without one. */
export function zoneIn(heading: string): string | null {
  const [, sign = '+', hours = '0', minutes = '00'] =
    /(?:utc|gmt)(?:\s*([+-])(\d{1,2})(?::?(\d\d))?)?/i.exec(heading) ?? []
  return /utc|gmt/i.test(heading) ? `${sign}${hours.padStart(2, '0')}:${minutes}` : null
}

function written(day: string): RegExp {
  return new RegExp(`^${day}${TIME}$`, 'i')
}

function readWritten(text: string, { order, timeZone }: { order: DateOrder; timeZone: string }): Date | null {
  const at = (found: RegExpExecArray, [year, month, day]: [number, number, number]) =>
    toDate(
      { year: yearOf(found[year]!), month: monthOf(found[month]!), day: Number(found[day]) },
      found.slice(4),
      timeZone,
    )
  const yearFirst = YEAR_FIRST.exec(text) ?? DIGITS.exec(text)
  if (yearFirst) return at(yearFirst, [1, 2, 3])
  const yearLast = YEAR_LAST.exec(text)
  if (yearLast) return at(yearLast, order === 'day' ? [3, 2, 1] : [3, 1, 2])
  const dayFirst = DAY_FIRST.exec(text)
  if (dayFirst) return at(dayFirst, [3, 2, 1])
  const monthFirst = MONTH_FIRST.exec(text)
  return monthFirst ? at(monthFirst, [3, 1, 2]) : null
}

function yearOf(text: string): number {
  return text.length === 2 ? 2000 + Number(text) : Number(text)
}

function monthOf(text: string): number {
  return /^\d/.test(text) ? Number(text) : MONTHS.indexOf(text.slice(0, 3).toLowerCase()) + 1
}

type Day = { year: number; month: number; day: number }

function toDate({ year, month, day }: Day, rest: (string | undefined)[], timeZone: string): Date | null {
  const [hour = '12', minute = '0', second = '0', half, bare, bracketed] = rest
  const zone = (bare ?? bracketed)?.toUpperCase()
  const hours = half ? (Number(hour) % 12) + (/^p/i.test(half) ? 12 : 0) : Number(hour)
  const midnight = new Date(Date.UTC(year, month - 1, day))
  const isDay = midnight.getUTCMonth() === month - 1 && midnight.getUTCDate() === day
  if (!isDay || hours > 23 || Number(minute) > 59 || Number(second) > 60) return null
  const shown = midnight.getTime() + ((hours * 60 + Number(minute)) * 60 + Number(second)) * 1000
  if (zone === undefined) return instantOf(shown, timeZone)
  const offset = /([+-])(\d{1,2}?):?(\d\d)?$/.exec(zone)
  if (!offset) return new Date(shown - NAMED_ZONES[zone]! * 3_600_000)
  const minutes = Number(offset[2]) * 60 + Number(offset[3] ?? 0)
  return new Date(shown - (offset[1] === '-' ? -minutes : minutes) * 60_000)
}

type Found = { order: DateOrder; open: string | null }

/**
 * By the first date that can be read in only one order. Reads the whole file only if the first records have ambiguous
 * dates alone. Otherwise the day comes first.
 */
export async function findDateOrder(
  bytes: Buffer,
  { format, head, column }: { format: FileFormat; head: FileRecord[]; column: number },
): Promise<Found> {
  let open: string | null = null
  const look = ({ cells }: FileRecord): DateOrder | null => {
    const text = cells[column]?.trim() ?? ''
    const order = orderOf(text)
    if (order !== 'open') return order
    open ??= text
    return null
  }
  for (const record of head) {
    const order = look(record)
    if (order) return { order, open: null }
  }
  if (open === null) return { order: 'day', open }
  for await (const record of readRecords(bytes, format)) {
    const order = look(record)
    if (order) return { order, open: null }
  }
  return { order: 'day', open }
}
