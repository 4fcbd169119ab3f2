import type { Answers } from '#shared/site/answers.ts'
import { type ImportFact, type LineNote, mayRepeat } from '#shared/list/imports.ts'
import type { Utm } from '#shared/joining/join.ts'
import { tidyReferralCode } from '#shared/joining/referral-code.ts'
import { isStorable, MAX_LENGTH } from '#shared/values/text.ts'
import { emailKey } from '../base/email-key.ts'
import { readAddress } from './read-address.ts'
import { LONGEST_TAG } from '#shared/list/act-requests.ts'
import { tagOf } from '#shared/site/facets.ts'
import { LAST_NAMES } from './column-names.ts'
import { simplified } from './read-status.ts'
import { isNo, isYes, readAnswers, type Reading } from './read-answers.ts'
import { type DateOrder, readDate, zoneIn } from './read-date.ts'
import type { FileRecord } from './read-file.ts'

export type FileRow = {
  line: number
  email: string
  created_at: string | null
  code: string | null
  friends: number
  referrer: { code: string } | { email: string } | null
  place: number
  isOptedOut: boolean
  utm: Utm | null
  fullName: string | null
  tags: string[]
  answers: Answers
}

export type Plan = {
  names: string[]
  targets: (string | null)[]
  dates: DateOrder
  timeZone: string
}

/** A larger number is a mistake, such as a telephone number. */
const MOST_FRIENDS = 1_000_000
/** Our own export writes an apostrophe before text that a spreadsheet would take for a formula or a number. */
const OUR_APOSTROPHE = /^'(?=[=+@\-\d.,£$€( \t])/

/**
 * The code of a line that adds no person. `address`: the email that an earlier line has too; null if the person of the
 * line is not imported.
 */
export type StrayCode = { line: number; code: string; address: string | null }

type Read = {
  row: Omit<FileRow, 'place' | 'isOptedOut'> | null
  stray: StrayCode | null
  refused: LineNote[]
  leftOut: LineNote[]
  undated: LineNote[]
}
export type ReadRow = (record: FileRecord) => Read

/**
 * Returns a function that reads one record. It returns no row, and a note with the reason, for a record with a wrong
 * number of fields, without a usable email, or with the email of an earlier line.
 */
export function createReadRow({ names, targets, dates, timeZone }: Plan): ReadRow {
  const columnsOf = Map.groupBy(targets.keys(), (index) => targets[index])
  const lists = new Set<string | null>(targets.filter(mayRepeat))
  const nameOf = (target: string) => names[columnsOf.get(target)?.[0] ?? -1] ?? target
  const zone = zoneIn(nameOf('created_at')) ?? timeZone
  const lineOf = new Map<string, number>()
  const nameIn = createNameIn({ names, columns: columnsOf.get('full_name') ?? [] })

  return ({ line, cells, isCut }) => {
    const leftOut: LineNote[] = []
    const undated: LineNote[] = []
    const leaveOut = (target: string, reason: string) => void leftOut.push({ line, field: nameOf(target), reason })
    const reading = { take: createTake({ cells, names, columnsOf, lists, leaveOut }), leaveOut }
    const { take } = reading
    const refuse = (field: string | null, reason: string, address: string | null = null): Read => {
      const code = field === null ? null : codeIn(reading, 'referral_code')
      const stray = code === null ? null : { line, code, address }
      return { row: null, stray, refused: [{ line, field, reason }], leftOut: [], undated }
    }

    // Some tools leave out the last blanks of a line, and others add some.
    const isCutShort = isCut && cells.length < names.length
    if (isCutShort || cells.slice(names.length).some((cell) => cell.trim() !== ''))
      return refuse(null, `has ${inWords(cells.length)} instead of ${names.length}`)
    const typed = take('email')
    if (leftOut.length > 0) return refuse(nameOf('email'), leftOut[0]!.reason)
    if (typed === '') return refuse(nameOf('email'), 'is blank')
    const email = readAddress(typed)
    if (email === null) return refuse(nameOf('email'), faultOf(typed))
    const key = emailKey(email)
    const earlier = lineOf.get(key)
    if (earlier !== undefined) return refuse(nameOf('email'), `is on line ${earlier} too`, email)
    lineOf.set(key, line)
    const time = take('created_at')
    const date = time === '' ? null : readDate(time, { order: dates, timeZone: zone })
    if (time !== '' && !date) undated.push({ line, field: nameOf('created_at'), reason: `“${shortened(time)}”` })
    const row = { line, email, created_at: date?.toISOString() ?? null, ...factsIn(reading), fullName: nameIn(cells) }
    return { row, stray: null, refused: [], leftOut, undated }
  }
}

/** The last name last. */
function createNameIn({ names, columns }: { names: string[]; columns: number[] }): (cells: string[]) => string | null {
  const isLastName = (index: number) => LAST_NAMES.includes(simplified(names[index]!))
  const inOrder = [...columns.filter((index) => !isLastName(index)), ...columns.filter(isLastName)]
  return (cells) => {
    const parts = inOrder.map((index) => cells[index]?.trim() ?? '')
    const name = parts.filter((part) => part !== '' && isStorable(part)).join(' ')
    return name.slice(0, MAX_LENGTH.name).toWellFormed().trimEnd() || null
  }
}

type Cells = Pick<Reading, 'leaveOut'> & {
  cells: string[]
  names: string[]
  columnsOf: Map<string | null | undefined, number[]>
  lists: Set<string | null>
}

function createTake({ cells, names, columnsOf, lists, leaveOut }: Cells): Reading['take'] {
  const textIn = (target: string, column = -1) => {
    const text = (cells[column] ?? '').trim()
    if (text === '') return ''
    if (isStorable(text) && !text.includes('\uFFFD')) return text.replace(OUR_APOSTROPHE, '')
    leaveOut(target, 'has characters that cannot be read')
    return ''
  }
  /** Some files have a column for each choice, with its label or a yes. */
  const choiceIn = (target: string, column: number) => {
    const text = textIn(target, column)
    return isYes(text) ? names[column]!.trim() : isNo(text) ? '' : text
  }
  return (target) => {
    const columns = columnsOf.get(target) ?? []
    if (!lists.has(target)) return textIn(target, columns[0])
    return columns
      .map((column) => choiceIn(target, column))
      .filter(Boolean)
      .join('\n')
  }
}

function factsIn(reading: Reading): Pick<FileRow, 'code' | 'friends' | 'referrer' | 'utm' | 'tags' | 'answers'> {
  return {
    code: codeIn(reading, 'referral_code'),
    friends: friendsIn(reading),
    referrer: referrerIn(reading),
    utm: utmIn(reading),
    tags: tagsIn(reading),
    answers: readAnswers(reading),
  }
}

function codeIn({ take, leaveOut }: Reading, target: 'referral_code' | 'used_referral_code'): string | null {
  const text = take(target)
  const code = tidyReferralCode(text)
  if (code !== '' && !code.includes('://') && code.length <= MAX_LENGTH.referralCode) return code
  if (text !== '') leaveOut(target, `“${shortened(text)}” is no code of at most ${MAX_LENGTH.referralCode} characters`)
  return null
}

function referrerIn(reading: Reading): FileRow['referrer'] {
  const address = readAddress(reading.take('used_referral_code'))
  if (address !== null) return { email: address }
  const code = codeIn(reading, 'used_referral_code')
  return code === null ? null : { code }
}

function friendsIn({ take, leaveOut }: Reading): number {
  const text = take('referrals')
  if (text === '') return 0
  const whole = text.replace(/\.0+$/, '')
  const digits = /^\d{1,3}(,\d{3})+$/.test(whole) ? whole.replaceAll(',', '') : whole
  if (/^\d+$/.test(digits) && Number(digits) <= MOST_FRIENDS) return Number(digits)
  leaveOut('referrals', `“${shortened(text)}” is no number of friends`)
  return 0
}

/** Tags as tools write them: 'vip, new', '"vip","new"', 'vip; new'. */
function tagsIn({ take, leaveOut }: Reading): string[] {
  const parts = take('tags').split(/[,;|\n]/)
  const tags = new Set(parts.map((part) => tagOf(part.replaceAll('"', ''))))
  return [...tags].filter((tag) => {
    if (tag.length > LONGEST_TAG) leaveOut('tags', `“${shortened(tag)}” has more than ${LONGEST_TAG} characters`)
    return tag !== '' && tag.length <= LONGEST_TAG
  })
}

function utmIn({ take }: Reading): Utm | null {
  const part = (target: ImportFact) => take(target).slice(0, MAX_LENGTH.utm).toWellFormed() || undefined
  const utm = { source: part('utm_source'), medium: part('utm_medium'), campaign: part('utm_campaign') }
  return Object.values(utm).some(Boolean) ? utm : null
}

function inWords(fields: number): string {
  return fields === 1 ? '1 field' : `${fields} fields`
}

function faultOf(address: string): string {
  return address.split('@').length > 2
    ? `“${shortened(address)}” is more than one email address`
    : `“${shortened(address)}” is no email address`
}

function shortened(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 60).toWellFormed()}…`
}
