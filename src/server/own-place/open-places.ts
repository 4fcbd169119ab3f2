import { AppError } from '../base/errors.ts'
import type { EventStream } from '../http/event-stream.ts'
import { keepEvenly } from '../http/keep-evenly.ts'
import type { Networks } from '../config/visitor-address.ts'
import type { PlaceKey } from '../tokens/tokens.ts'
import { isMailed } from './is-mailed.ts'
import { type OwnPart, showPlace } from './read-place.ts'
import type { Surroundings } from './read-surroundings.ts'

/** A tab in which a place is open. `mailed` and `sent` are the values that the tab got last. */
export type Listener = { key: PlaceKey; from: Networks | null; stream: EventStream; mailed: boolean; sent: string }

/** A person whose place is open, in one tab or several. */
export type Watched = {
  id: string
  listeners: Set<Listener>
  own: OwnPart
  line: Surroundings
  /** The version of `own`, see `readOwnVersions`; undefined if it is not known. */
  version?: string | undefined
  /** The number of the poll that read `line`; 0 if none has. */
  lineAt: number
}

/** `from`: the networks by which the visitor is limited; null for a visitor without limits. */
export type NewListener = { key: PlaceKey; own: OwnPart; line: Surroundings; from: Networks | null }

const MOST_LISTENERS = 2_000
const UNKNOWN: Networks = { address: '', block: '', provider: '' }
/** Many visitors can share one address, such as everybody in a salon. */
const MOST_PER_VISITOR = 100
/** Above this number, the oldest tab is closed: it may be a phone that lost its network without closing the stream. */
const MOST_PER_PERSON = 10

/** Keeps the places that are open on this server, and their tabs. */
export function createOpenPlaces() {
  const people = new Map<string, Watched>()

  function all(): Listener[] {
    return [...people.values()].flatMap(({ listeners }) => [...listeners])
  }

  function forget(listener: Listener) {
    const person = people.get(listener.key.entryId)
    person?.listeners.delete(listener)
    if (person?.listeners.size === 0) people.delete(person.id)
  }

  function dismiss(listener: Listener, lastWords = '') {
    forget(listener)
    if (lastWords) listener.stream.send(lastWords)
    listener.stream.end()
  }

  return {
    people,
    all,
    dismiss,
    /** Adds a tab. Throws an AppError before the stream starts if too many are open. */
    add(start: () => EventStream, { key, own, line, from }: NewListener): void {
      const others = all()
      requireFew(others, from)
      const person = people.get(key.entryId) ?? { id: key.entryId, listeners: new Set(), own, line, lineAt: 0 }
      if (person.listeners.size >= MOST_PER_PERSON) dismiss([...person.listeners][0]!)
      else if (others.length >= MOST_LISTENERS) for (const listener of crowdedOut(others, from)) dismiss(listener)
      Object.assign(person, { own, line, version: undefined })
      const listener: Listener = { key, from, stream: start(), mailed: isMailed(key), sent: '' }
      person.listeners.add(listener)
      people.set(person.id, person)
      listener.stream.onClose(() => forget(listener))
      // The other tabs wait for the next poll: their tokens may have ended.
      show(person, listener)
    },
  }
}

/** Throws an AppError if this visitor has too many tabs open already. */
function requireFew(others: Listener[], from: Networks | null) {
  if (from !== null && others.filter((other) => other.from?.address === from.address).length >= MOST_PER_VISITOR)
    throw new AppError('rate-limited', { retryAfter: 60 })
}

/**
 * Returns the tabs to close for a new tab: those of the network with the most open tabs. Throws an AppError if that is
 * the network of the new tab.
 */
function crowdedOut(others: Listener[], from: Networks | null): Listener[] {
  const tabs = [...others.map((listener) => ({ listener, from: listener.from ?? UNKNOWN })), { from: from ?? UNKNOWN }]
  const kept = new Set(keepEvenly(tabs, MOST_LISTENERS))
  const dropped = others.filter((_, index) => !kept.has(tabs[index]!))
  if (dropped.length === 0) throw new AppError('unavailable', { retryAfter: 60, isLogged: true })
  return dropped
}

/** Sends the place to the tabs of the person that show an older state of it. */
export function tell(person: Watched) {
  for (const listener of person.listeners) show(person, listener)
}

function show({ own, line }: Watched, listener: Listener) {
  listener.mailed = isMailed(listener.key)
  const text = JSON.stringify(showPlace(own, line, listener.key))
  if (text !== listener.sent) listener.stream.send(`event: place\ndata: ${text}\n\n`)
  listener.sent = text
}
