import { type SignalName, SIGNALS } from '#site/trust.ts'
import { domainOf, isRelay, nameOf } from './mailbox.ts'
import { answeringTime, signalsOfEmail } from './observe.ts'
import { type FoundSignal, timeSignal } from './signals.ts'

/** What the server saw of one join. */
export type Seen = {
  id: string
  position: number
  referrer_id: string | null
  at: Date
  email: string
  elapsed_ms: number | null
  block: string | null
  opened_at: Date | null
  stamp: string | null
}

/** What is needed to judge somebody without others. */
export type Judged = Pick<Seen, 'id' | 'referrer_id' | 'email' | 'block'>

/** What the rules know of one join. */
export type Joined = Seen & {
  /** A hash of the answers to all questions but the names. */
  sheet: string
}

/** A friend of the referrer who is judged. */
export type Friend = Joined & Standing & { is_rejected: boolean }

/** What is stored about an entry, and which of its holds the rules may change. */
export type Standing = {
  id: string
  signals: FoundSignal[]
  is_held: boolean
  /** Whether it is the rules that hold it. */
  is_held_by_rules: boolean
  /** The owner has accepted them, so that nothing is held against them. */
  is_accepted: boolean
}

/** A friend with what was found so far. */
export type Suspect = { friend: Friend; signals: FoundSignal[] }

export function hasMark({ signals }: Suspect): boolean {
  return signals.some(({ signal }) => ['decides', 'mark'].includes(SIGNALS[signal].kind))
}

/** Signals that are not found anew each time that friends are judged. */
const KEPT: SignalName[] = ['trap', 'same-mailbox', 'no-mail-domain', 'held-by-rule', 'trusted-by-rule']

/** The signals of a join alone, without what the list says about it. */
export function ownSignals({ email, signals, ...joined }: Friend): FoundSignal[] {
  const kept = signals.filter(({ signal }) => KEPT.includes(signal))
  const names = new Set(kept.map(({ signal }) => signal))
  const seen = [...signalsOfEmail(email), ...timeSignal(timeOf(joined))]
  return [...kept, ...seen.filter(({ signal }) => !names.has(signal))]
}

export function timeOf({ opened_at, at, elapsed_ms }: Pick<Joined, 'opened_at' | 'at' | 'elapsed_ms'>): number | null {
  return answeringTime({ openedAt: opened_at, at, elapsedMs: elapsed_ms })
}

type TimeBand = 0 | 1 | 2 | 3 | 4 | 5
export type Trait =
  | `page ${boolean}`
  | `time ${TimeBand | 'unknown'}`
  | `domain ${ReturnType<typeof kindOfDomain>}`
  | `name ${ReturnType<typeof shapeOf>}`
  | `answers ${boolean}`
  | `network ${boolean}`

/** What can be compared between joins: the name of each trait, with the value that this join has. */
export function traitsOf(joined: Joined, { isPlain, isRepeated, isShared }: Context): Trait[] {
  const time = timeOf(joined)
  return [
    `page ${joined.opened_at !== null}`,
    `time ${time === null ? 'unknown' : (TIMES.findIndex((limit) => time < limit) as TimeBand)}`,
    `domain ${kindOfDomain(domainOf(joined.email), isPlain)}`,
    `name ${shapeOf(nameOf(joined.email))}`,
    `answers ${isRepeated(joined)}`,
    `network ${isShared(joined)}`,
  ]
}

export type Context = {
  /** Whether many people of the list have their mail there. */
  isPlain: (domain: string) => boolean
  /** Whether others gave the same answers. */
  isRepeated: (joined: Joined) => boolean
  /** Whether others came from the same network. */
  isShared: (joined: Joined) => boolean
}

const TIMES = [1_500, 3_000, 15_000, 60_000, 300_000, Infinity]

function kindOfDomain(domain: string, isPlain: Context['isPlain']): 'plain' | 'relay' | 'own' {
  if (isPlain(domain)) return 'plain'
  return isRelay(domain) ? 'relay' : 'own'
}

function shapeOf(name: string): 'tagged' | 'numbered' | 'a number' | 'words' {
  if (name.includes('+')) return 'tagged'
  const digits = name.replace(/\D/g, '').length
  return digits >= 4 ? 'numbered' : digits > 0 ? 'a number' : 'words'
}
