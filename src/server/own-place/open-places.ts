import type { Line, Place } from '#shared/place.ts'
import { AppError } from '../errors.ts'
import type { EventStream } from '../http/event-stream.ts'
import type { PlaceKey } from '../tokens/tokens.ts'
import { isMailed } from './is-mailed.ts'
import type { OwnPart } from './read-place.ts'

/** A tab in which a place is open. */
export type Listener = { key: PlaceKey; visitor: string | null; stream: EventStream; mailed: boolean; sent: string }

/** A person whose place is open, in one tab or several. */
export type Watched = {
  id: string
  listeners: Set<Listener>
  own: OwnPart
  line: Line
  /** What `own` was read at; undefined if that is not known. */
  version?: string | undefined
  /** The poll in which `line` was read. */
  lineAt: number
}

/** `visitor` is the address that a limit counts; null for an address without a limit. */
export type NewListener = { key: PlaceKey; place: Place; visitor: string | null }

const MOST_LISTENERS = 2_000
/** Everybody in a salon has one address. */
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
    add(start: () => EventStream, { key, place, visitor }: NewListener): void {
      const others = all()
      if (others.length >= MOST_LISTENERS) throw new AppError('unavailable', { retryAfter: 60, isLogged: true })
      if (visitor !== null && others.filter((other) => other.visitor === visitor).length >= MOST_PER_VISITOR)
        throw new AppError('rate-limited', { retryAfter: 60 })
      const { mailed, ...parts } = place
      const person = people.get(key.entryId) ?? {
        id: key.entryId,
        listeners: new Set(),
        own: parts,
        line: parts,
        lineAt: 0,
      }
      people.set(person.id, Object.assign(person, { own: parts, line: parts, version: undefined }))
      if (person.listeners.size >= MOST_PER_PERSON) dismiss([...person.listeners][0]!)
      const listener: Listener = { key, visitor, stream: start(), mailed, sent: '' }
      person.listeners.add(listener)
      people.set(person.id, person)
      listener.stream.onClose(() => forget(listener))
      tell(person)
    },
  }
}

/** Sends the place to those of the person's tabs that show another. */
export function tell({ listeners, own, line }: Watched) {
  for (const listener of listeners) {
    listener.mailed = isMailed(listener.key)
    const text = JSON.stringify({ ...own, ...line, mailed: listener.mailed } satisfies Place)
    if (text !== listener.sent) listener.stream.send(`event: place\ndata: ${text}\n\n`)
    listener.sent = text
  }
}
