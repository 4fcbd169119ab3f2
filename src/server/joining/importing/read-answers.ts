import {
  type Answers,
  choicesOf,
  NO_COLUMNS,
  OTHER,
  otherOf,
  type Question,
  storedQuestions,
  toAnswers,
} from '#shared/site/questions.ts'
import { priceBands, priceOf } from '#shared/site/offered.ts'
import { MAX_LENGTH } from '#shared/values/text.ts'
import { isTypedQuestion, problemOf, readTyped, type TypedQuestion } from '#shared/site/typed-answers.ts'

export type Reading = {
  take: (target: string) => string
  leaveOut: (target: string, reason: string) => void
}

const YES = /^(y|yes|t|true|1|on|x|ja|oui|s[ií]|sim|solo|solo provider)$/i
const NO = /^(n|no|f|false|0|off|nein|non|nee|não|group|group practice)$/i

export function isYes(text: string): boolean {
  return YES.test(text)
}

export function isNo(text: string): boolean {
  return NO.test(text)
}

/** A text that is not a choice becomes the choice Other, and is kept if the question has a field for it. */
export function readAnswers(reading: Reading): Answers {
  const sent: Record<string, unknown> = {}
  for (const question of storedQuestions()) Object.assign(sent, answerOf(question, reading))
  return toAnswers(sent)
}

function answerOf(question: Question, { take, leaveOut }: Reading): Record<string, unknown> {
  const { name, kind } = question
  const text = take(name)
  const field = otherOf(question)
  const words = field ? take(field) : ''
  if (kind === 'text') return { [name]: cut(name, text, MAX_LENGTH.name) || null }
  if (isTypedQuestion(question)) return { [name]: typedAnswer(question, text) }
  if (kind === 'yes-no') {
    if (text !== '' && !isYes(text) && !isNo(text)) leaveOut(name, `${quoted(text)} is neither yes nor no`)
    return { [name]: isYes(text) ? true : isNo(text) ? false : null }
  }
  const parts =
    readList(text) ?? (kind === 'one' ? [text].filter(Boolean) : partsOf(question, cut(name, text, LONGEST_LIST)))
  const chosen = new Set<string>()
  const unknown: string[] = []
  for (const part of parts) {
    const choice = choiceOf(question, part)
    if (choice === undefined) unknown.push(part)
    else chosen.add(choice)
  }
  if (kind === 'one' && chosen.size + unknown.length > 1)
    leaveOut(name, `${quoted(parts.join('; '))} has more than one answer, so one of them is kept`)
  const hasOther = choicesOf(question).some(({ value }) => value === OTHER)
  if (unknown.length > 0 && (field === null || !hasOther)) {
    const becomes = hasOther ? ', so it is taken as Other' : ''
    leaveOut(name, `${quoted(unknown.join('; '))} is not one of the choices${becomes}`)
  }
  if (hasOther && (unknown.length > 0 || words !== '')) chosen.add(OTHER)
  const other = cut(field ?? name, [...unknown, words].filter(Boolean).join('; '), MAX_LENGTH.freeText)
  const inOrder = choicesOf(question).flatMap(({ value }) => (chosen.has(value) ? [value] : []))
  const isBlank = inOrder.length === 0 && !Object.hasOwn(NO_COLUMNS, name)
  const answer = kind === 'many' && !isBlank ? inOrder : (inOrder[0] ?? null)
  return { [name]: answer, ...(field && { [field]: other || null }) }

  function typedAnswer(question: TypedQuestion, text: string): string | number | null {
    if (text === '') return null
    const answer = readTyped(question, text)
    const problem = problemOf(question, answer)
    if (problem !== null) leaveOut(name, `${quoted(text)} ${problem}`)
    return problem === null ? answer : null
  }

  function cut(target: string, whole: string, most: number): string {
    if (whole.length <= most) return whole
    leaveOut(target, `has more than ${most} characters, so its end is left out`)
    return whole.slice(0, most).toWellFormed().trimEnd()
  }
}

/** Some choices contain a comma, so a part is first compared as a whole. */
function partsOf(question: Extract<Question, { kind: 'one' | 'many' }>, text: string): string[] {
  const parts = text.split(/[;|\n]/).flatMap((part) => {
    const whole = part.trim()
    if (whole === '' || choiceOf(question, whole) !== undefined) return whole
    const smaller = whole.split(',').map((one) => one.trim())
    return smaller.some((one) => choiceOf(question, one) !== undefined) ? withCommas(question, smaller) : whole
  })
  return parts.filter(Boolean)
}

function withCommas(question: Extract<Question, { kind: 'one' | 'many' }>, parts: string[]): string[] {
  const joined: string[] = []
  for (let index = 0; index < parts.length; index += 1) {
    const pair = `${parts[index]}, ${parts[index + 1]}`
    if (choiceOf(question, pair) === undefined) joined.push(parts[index]!)
    else {
      joined.push(pair)
      index += 1
    }
  }
  return joined
}

function choiceOf(question: Extract<Question, { kind: 'one' | 'many' }>, text: string): string | undefined {
  const same = (other: string) => other.toLowerCase() === text.toLowerCase()
  const found = choicesOf(question).find(({ value, label }) => same(value) || same(label))
  if (found || question.name !== 'price_range') return found?.value
  return priceBands().find(({ value }) => priceOf(value) === priceOf(text))?.value
}

export function quoted(text: string, most = 40): string {
  return `“${text.length <= most ? text : `${text.slice(0, most).toWellFormed()}…`}”`
}

/** In characters. Parsing longer texts would delay visitors. */
const LONGEST_LIST = 10_000

/** JSON '["a","b"]', or PostgreSQL '{a,"b, c"}'. Null if the text is no array. */
function readList(text: string): string[] | null {
  if (text.length > LONGEST_LIST) return null
  if (/^\[.*\]$/s.test(text)) return readJson(text)
  if (!/^\{.*\}$/s.test(text)) return null
  const inside = text.slice(1, -1)
  const items = [...inside.matchAll(ITEM)]
  if (items.map(([whole]) => whole).join('') !== inside) return null
  return items.flatMap(([, inQuotes, bare]) => {
    if (inQuotes !== undefined) return inQuotes.replaceAll(/\\(.)/gs, '$1').trim() || []
    return bare!.trim() === 'NULL' ? [] : bare!.trim() || []
  })
}

const ITEM = /(?:"((?:[^"\\]|\\.)*)"|([^",{}\\]+))(?:,(?!$)|$)/gs

function readJson(text: string): string[] | null {
  try {
    const items = JSON.parse(text) as unknown[]
    return items.every((item) => item === null || typeof item !== 'object')
      ? items.flatMap((item) => (item === null ? [] : String(item).trim() || []))
      : null
  } catch {
    return null
  }
}
