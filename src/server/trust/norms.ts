import { type Context, type Joined, type Trait, traitsOf } from './friends.ts'
import { domainOf } from './mailbox.ts'
import { PLAIN_DOMAINS, USUAL } from './usual.ts'

/** What is usual on the list: what is usual anywhere, and the list's latest joins, which outweigh it as they come. */
export type Norms = {
  /** What it says that somebody joined without opening the form. Nothing where hardly anybody opens it. */
  withoutPage: 'much' | 'little' | 'nothing'
  /** How likely a trait is; never quite 0 or 1. */
  likelihood: (trait: Trait) => number
  /** How often answers are the same as these, as a share of all. */
  shareOfSheet: (sheet: string) => number
  isPlain: (domain: string) => boolean
}

/**
 * Nobody shapes what is usual alone: so many people count of each referrer's friends and of each network, and of those
 * who did not open the form, so many with the same answers, and without a code in the same hour.
 */
export const MOST = { ofReferrer: 20, ofNetwork: 10, ofHour: 20, ofSheet: 3, shareOfSheet: 0.05 }
/**
 * The shares of people who opened the form below which it says less, or nothing, not to. An attacker can add people who
 * did not, but can take nobody away who did.
 */
const OPENED = { much: 0.5, little: 0.25 }

/** `people`: the latest joins, bounded by `MOST`. */
export function normsOf(people: Joined[]): Norms {
  const domains = countBy(people, ({ email }) => domainOf(email))
  const isPlain = (domain: string) =>
    PLAIN_DOMAINS.has(domain) || (domains.get(domain) ?? 0) >= Math.max(3, people.length / 100)
  const counted = withoutCopies(people)
  const sheets = countBy(counted, ({ sheet }) => sheet)
  const networks = countBy(counted, ({ block }) => block)
  const context: Context = {
    isPlain,
    isRepeated: ({ sheet }) => (sheets.get(sheet) ?? 0) > 2,
    isShared: ({ block }) => block !== null && (networks.get(block) ?? 0) > 2,
  }
  const traits = countBy(
    counted.flatMap((one) => traitsOf(one, context)),
    (trait) => trait,
  )
  const likelihood = (trait: Trait) =>
    ((traits.get(trait) ?? 0) + USUAL.people * USUAL.shares[trait]) / (counted.length + USUAL.people)
  const opened = likelihood('page true')
  return {
    withoutPage: opened >= OPENED.much ? 'much' : opened >= OPENED.little ? 'little' : 'nothing',
    likelihood,
    shareOfSheet: (sheet) =>
      ((sheets.get(sheet) ?? 0) + USUAL.people * USUAL.ofOneSheet) / (counted.length + USUAL.people),
    isPlain,
  }
}

/** Leaves out most of those who did not open the form and all sent the same: they are suspect, and no norm. */
function withoutCopies(people: Joined[]): Joined[] {
  const most = Math.max(MOST.ofSheet, MOST.shareOfSheet * people.length)
  const seen = new Map<string, number>()
  return people.filter(({ opened_at, sheet }) => {
    if (opened_at !== null) return true
    const copies = (seen.get(sheet) ?? 0) + 1
    seen.set(sheet, copies)
    return copies <= most
  })
}

export function countBy<One, Key>(list: One[], keyOf: (one: One) => Key): Map<Key, number> {
  const counts = new Map<Key, number>()
  for (const one of list) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1)
  return counts
}
