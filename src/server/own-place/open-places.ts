import { AppError } from '../errors.ts'
import type { EventStream } from '../http/event-stream.ts'
import type { PlaceKey } from '../tokens/tokens.ts'
import { isMailed } from './is-mailed.ts'
import { type OwnPart, showPlace } from './read-place.ts'
import type { Surroundings } from './read-surroundings.ts'

/** A tab in which a place is open. `mailed` and `sent` are what the tab was told last. */
export type Listener = { key: PlaceKey; visitor: string | null; stream: EventStream; mailed: boolean; sent: string }

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

/** `visitor` is the address that a limit counts; null for an address without a limit. */
export type NewListener = { key: PlaceKey; own: OwnPart; line: Surroundings; visitor: string | null }

const MOST_LISTENERS = 2_000
/** Everybody in a salon shares one address. */
const MOST_PER_VISITOR = 100
/** Beyond that, the oldest tab makes room: it may be a phone that lost its network without a word. */
const MOST_PER_PERSON = 10

/** Everybody whose place is open on this server. */
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
    /** Throws an AppError before the stream starts if there are too many. */
    add(start: () => EventStream, { key, own, line, visitor }: NewListener): void {
      const others = all()
      if (others.length >= MOST_LISTENERS) throw new AppError('unavailable', { retryAfter: 60, isLogged: true })
      if (visitor !== null && others.filter((other) => other.visitor === visitor).length >= MOST_PER_VISITOR)
        throw new AppError('rate-limited', { retryAfter: 60 })
      const person = people.get(key.entryId) ?? {
        id: key.entryId,
        listeners: new Set(),
        own,
        line,
        lineAt: 0,
      }
      Object.assign(person, { own, line, version: undefined })
      if (person.listeners.size >= MOST_PER_PERSON) dismiss([...person.listeners][0]!)
      const listener: Listener = { key, visitor, stream: start(), mailed: isMailed(key), sent: '' }
      person.listeners.add(listener)
      people.set(person.id, person)
      listener.stream.onClose(() => forget(listener))
      tell(person)
    },
  }
}

/** Sends the place to those tabs of the person that show an older state of it. */
export function tell({ listeners, own, line }: Watched) {
  for (const listener of listeners) {
    listener.mailed = isMailed(listener.key)
    const text = JSON.stringify(showPlace(own, line, listener.key))
    if (text !== listener.sent) listener.stream.send(`event: place\ndata: ${text}\n\n`)
    listener.sent = text
  }
}
