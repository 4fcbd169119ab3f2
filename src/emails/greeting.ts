import { fill, withoutTurns } from '#shared/values/language.ts'
import { site } from '#shared/site/site.ts'

const TITLES = new Set(['mr', 'mrs', 'ms', 'miss', 'mx', 'dr', 'prof', 'sir'])
/** Longer texts, and texts in which a mail program may find a link, are no names. */
const IS_NAME = /^(?!.*\.[^\s.]{2,})[^@/:<>]{1,60}$/

export function greetingOf(fullName: string): string | null {
  const name = firstNameOf(fullName)
  return name === null ? null : fill(site().mails.greeting, { name })
}

/** The first word of a name; the whole name if that word is a title or an initial. Null if it is no name. */
export function firstNameOf(fullName: string): string | null {
  const name = withoutTurns(fullName).trim()
  if (!IS_NAME.test(name)) return null
  const [first = ''] = name.split(/\s+/)
  const isShort = first.endsWith('.') || [...first].length === 1 || TITLES.has(first.toLowerCase())
  return isShort ? name : first
}
