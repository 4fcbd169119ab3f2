import type { Answers } from '#shared/site/questions.ts'
import { type ImportFact, mayRepeat, type NoteKind } from '#shared/list/imports.ts'
import type { Utm } from '#shared/joining/join.ts'
import { tidyReferralCode } from '#shared/joining/referral-code.ts'
import { perSite, site } from '#shared/site/site.ts'
import { LANGUAGES } from '#shared/values/language.ts'
import { isStorable, MAX_LENGTH } from '#shared/values/text.ts'
import { emailKey, hashedSpellings, keyIfOther } from '../../base/email-key.ts'
import { type FileRecord, readAddress } from './read-file.ts'
import { LONGEST_TAG } from '#shared/list/act-requests.ts'
import { tagOf } from '#shared/site/offered.ts'
import { LAST_NAMES } from './column-names.ts'
import { readStatus, simplified } from './read-status.ts'
import { isNo, isYes, quoted, readAnswers, type Reading } from './read-answers.ts'
import { type DateOrder, readDate, zoneIn } from './read-date.ts'

/** A record of a file, a column of `staged` for each field (see `createStage`). Without an email, it is refused. */
export type StagedRow = {
  n: number
  line: number
  code?: string | null
  notes: Note[]
  gone_key?: string
  gone_field?: string
  gone_reason?: string
  sort_date?: number | null
  sort_number?: number | null
  sort_text?: string
} & Partial<Person>

type Person = {
  email: string
  /** Null for an address that is its own key. */
  email_key: string | null
  /** As the address is compared. */
  key: string
  /** Null if there is only one. */
  spellings: string[] | null
  friends: number
  referrer: string | null
  referrer_key: string | null
  referrer_code: string | null
  created_at: string | null
  facts: {
    created_at: string | null
    utm: Utm | null
    answers: Answers
    tags: string[]
    language?: string | undefined
    full_name?: string
  }
}

type Note = { kind: NoteKind; field: string | null; reason: string }

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

/** Returns a function that reads one record. `sort`: the column by which people are put in order. */
export function createReadRow({ names, targets, dates, timeZone }: Plan, sort: number | null) {
  const columnsOf = Map.groupBy(targets.keys(), (index) => targets[index])
  const lists = new Set<string | null>(targets.filter(mayRepeat))
  const nameOf = (target: string) => names[columnsOf.get(target)?.[0] ?? -1] ?? target
  const zone = zoneIn(nameOf('created_at')) ?? timeZone
  const nameIn = createNameIn({ names, columns: columnsOf.get('full_name') ?? [] })
  const goneIn = createGoneIn({ names, email: targets.indexOf('email'), statuses: columnsOf.get('status') ?? [] })

  const seen = new Set<string>()

  return (n: number, { line, cells, isCut }: FileRecord): StagedRow => {
    const notes: Note[] = []
    const leaveOut = (target: string, reason: string) =>
      void notes.push({ kind: 'left_out', field: nameOf(target), reason })
    const reading = { take: createTake({ cells, names, columnsOf, lists, leaveOut }), leaveOut }
    const { take } = reading
    const text = sort === null ? null : (cells[sort]?.trim() ?? '')
    const row: StagedRow = { n, line, notes, ...goneIn(cells), ...(text === null ? {} : sortKeys(text)) }
    const refuse = (field: string | null, reason: string): StagedRow => {
      const code = field === null ? null : codeIn(reading, 'referral_code')
      return { ...row, code, notes: [{ kind: 'refused', field, reason }] }
    }

    // Some tools leave out the last blanks of a line, and others add some.
    const isCutShort = isCut && cells.length < names.length
    if (isCutShort || cells.slice(names.length).some((cell) => cell.trim() !== ''))
      return refuse(null, `has ${inWords(cells.length)} instead of ${names.length}`)
    const typed = take('email')
    if (notes.length > 0) return refuse(nameOf('email'), notes[0]!.reason)
    if (typed === '') return refuse(nameOf('email'), 'is blank')
    const email = readAddress(typed)
    if (email === null) return refuse(nameOf('email'), faultOf(typed))
    const person = personOf(email)
    // Further lines of a person add nothing but a code and a status.
    if (seen.has(person.key)) return { ...row, ...person, code: codeIn(reading, 'referral_code') }
    seen.add(person.key)
    const time = take('created_at')
    const date = time === '' ? null : readDate(time, { order: dates, timeZone: zone })
    if (time !== '' && !date) notes.push({ kind: 'unread', field: nameOf('created_at'), reason: quoted(time, 60) })
    return { ...row, ...person, ...factsIn(reading, { date, fullName: nameIn(cells) }) }
  }

  function sortKeys(text: string) {
    const date = readDate(text, { order: dates, timeZone })
    return { sort_text: text.slice(0, 200), sort_date: date?.getTime() ?? null, sort_number: numberIn(text) }
  }
}

/** '7', '#7', '1,234.5' and '80%' */
function numberIn(text: string): number | null {
  const digits = /^#?\s*(-?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?)\s*%?$/.exec(text.slice(0, 100))?.[1]
  return digits === undefined ? null : Number(digits.replaceAll(',', ''))
}

/** A status that is not `there`, on a line whose email can be read: any line of a person decides. */
function createGoneIn({ names, email, statuses }: { names: string[]; email: number; statuses: number[] }) {
  return (cells: string[]) => {
    const found = statuses.find((index) => readStatus(cells[index]?.trim(), names[index]!) !== 'there')
    const address = found === undefined ? null : readAddress(cells[email]?.trim() ?? '')
    if (found === undefined || address === null) return {}
    const text = cells[found]?.trim()
    const said = text ? quoted(text) : 'a blank'
    const isGone = readStatus(text, names[found]!) === 'gone'
    const gone_reason = isGone ? said : `${said} is not a status we know`
    return { gone_key: emailKey(address), gone_field: names[found]!, gone_reason }
  }
}

function personOf(email: string): Pick<Person, 'email' | 'email_key' | 'key' | 'spellings'> {
  const spellings = hashedSpellings(email)
  const email_key = keyIfOther(email)
  const isOne = spellings.length === 1 && spellings[0] === email
  return { email, email_key, key: email_key ?? email, spellings: isOne ? null : spellings }
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

function factsIn(reading: Reading, { date, fullName }: { date: Date | null; fullName: string | null }) {
  const created_at = date?.toISOString() ?? null
  const facts = {
    created_at,
    utm: utmIn(reading),
    answers: readAnswers(reading),
    tags: tagsIn(reading),
    language: languageIn(reading),
  }
  return {
    code: codeIn(reading, 'referral_code'),
    friends: friendsIn(reading),
    ...referrerIn(reading),
    created_at,
    facts: fullName === null ? facts : { ...facts, full_name: fullName },
  }
}

function codeIn({ take, leaveOut }: Reading, target: 'referral_code' | 'used_referral_code'): string | null {
  const text = take(target)
  const code = tidyReferralCode(text)
  if (code !== '' && !code.includes('://') && code.length <= MAX_LENGTH.referralCode) return code
  if (text !== '') leaveOut(target, `${quoted(text, 60)} is no code of at most ${MAX_LENGTH.referralCode} characters`)
  return null
}

function referrerIn(reading: Reading): Pick<Person, 'referrer' | 'referrer_key' | 'referrer_code'> {
  const referrer = readAddress(reading.take('used_referral_code'))
  if (referrer !== null) return { referrer, referrer_key: keyIfOther(referrer), referrer_code: null }
  return { referrer: null, referrer_key: null, referrer_code: codeIn(reading, 'used_referral_code') }
}

function friendsIn({ take, leaveOut }: Reading): number {
  const text = take('referrals')
  if (text === '') return 0
  const whole = text.replace(/\.0+$/, '')
  const digits = /^\d{1,3}(,\d{3})+$/.test(whole) ? whole.replaceAll(',', '') : whole
  if (/^\d+$/.test(digits) && Number(digits) <= MOST_FRIENDS) return Number(digits)
  leaveOut('referrals', `${quoted(text, 60)} is no number of friends`)
  return 0
}

/** Tags as tools write them: 'vip, new', '"vip","new"', 'vip; new'. */
function tagsIn({ take, leaveOut }: Reading): string[] {
  const parts = take('tags').split(/[,;|\n]/)
  const tags = new Set(parts.map((part) => tagOf(part.replaceAll('"', ''))))
  return [...tags].filter((tag) => {
    if (tag.length > LONGEST_TAG) leaveOut('tags', `${quoted(tag, 60)} has more than ${LONGEST_TAG} characters`)
    return tag !== '' && tag.length <= LONGEST_TAG
  })
}

/** 'de', 'de_AT', 'German', 'Deutsch' and 'allemand'. */
function languageIn({ take, leaveOut }: Reading): string | undefined {
  const text = take('language')
  const [code] = text.toLowerCase().split(/[-_]/)
  const language = languageNames().get(text.toLowerCase()) ?? site().languages.find((one) => one === code)
  if (text !== '' && language === undefined) leaveOut('language', `${quoted(text, 60)} is not a language of your list`)
  return language
}

const languageNames = perSite(
  () =>
    new Map(
      Object.keys(LANGUAGES).flatMap((of) => {
        const names = new Intl.DisplayNames(of, { type: 'language' })
        return site().languages.map((language) => [names.of(language)!.toLowerCase(), language])
      }),
    ),
)

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
    ? `${quoted(address, 60)} is more than one email address`
    : `${quoted(address, 60)} is no email address`
}
