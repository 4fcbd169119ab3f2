import { type Context, type Joined, traitsOf } from './friends.ts'
import { domainOf } from './mailbox.ts'

/** What is usual on the list, seen in its latest joins. */
export type Norms = {
  /** The share of people who joined without opening the form; null if too little is known. */
  withoutPage: number | null
  /** How likely a trait is; never quite 0 or 1. */
  likelihood: (trait: string) => number
  /** How often answers are the same as these, as a share of all. */
  shareOfSheet: (sheet: string) => number
  isPlain: (domain: string) => boolean
}

/** Fewer people than this say little. */
const ENOUGH = 30
/** Nobody shapes what is usual alone: of each referrer's friends, so many count. */
export const MOST_OF_ONE = 20

/** `people`: the latest joins, at most `MOST_OF_ONE` of each referrer's. */
export function normsOf(people: Joined[]): Norms {
  const domains = countBy(people, ({ email }) => domainOf(email))
  const sheets = countBy(people, ({ sheet }) => sheet)
  const isPlain = (domain: string) => (domains.get(domain) ?? 0) >= Math.max(3, people.length / 100)
  const context: Context = { isPlain, isRepeated: ({ sheet }) => (sheets.get(sheet) ?? 0) > 2 }
  const traits = countBy(
    people.flatMap((one) => traitsOf(one, context)),
    (trait) => trait,
  )
  const without = people.filter(({ opened_at }) => opened_at === null).length
  return {
    withoutPage: people.length < ENOUGH ? null : without / people.length,
    likelihood: (trait) => ((traits.get(trait) ?? 0) + 1) / (people.length + 4),
    shareOfSheet: (sheet) => (sheets.get(sheet) ?? 0) / Math.max(1, people.length),
    isPlain,
  }
}

export function countBy<One>(list: One[], keyOf: (one: One) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const one of list) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1)
  return counts
}
