import type pg from 'pg'
import { type LiveEvent, SIGN_OF_LIFE } from '#shared/admin.ts'
import { readChanges } from '../listing/counter.ts'
import type { Sessions } from './sessions.ts'

/** A dashboard that receives live events until its session ends. */
type Listener = { token: string; send: (text: string) => void; end: () => void }

export type Live = {
  /** Returns a function that stops listening. */
  listen: (listener: Listener) => () => void
  stop: () => void
}

type Dependencies = { pool: pg.Pool; sessions: Sessions; onFailure: (error: unknown) => void }

const POLL_MS = 1_000

const EVENT_BY_COUNTER = { last_position: 'joined', updates: 'updated', syncs: 'sync', messages: 'message' } as const

/**
 * Asks the database once a second what has changed and tells every listener; does not ask while nobody listens. The
 * counter shows each change, so it does not matter which server a visitor joined on.
 */
export function createLive({ pool, sessions, onFailure }: Dependencies): Live {
  const listeners = new Set<Listener>()
  let timer: NodeJS.Timeout | undefined
  let known: Awaited<ReturnType<typeof readChanges>> | undefined

  async function poll() {
    try {
      const changes = await readChanges(pool)
      const events = known ? eventsBetween(known, changes) : []
      // A sign of life each time keeps proxies from closing idle connections, and reveals who is gone, on both sides.
      tell([...events, SIGN_OF_LIFE].map((event) => `event: ${event}\ndata: {}\n\n`).join(''))
      known = changes
      await dismissClosed()
    } catch (error) {
      onFailure(error)
    }
    if (listeners.size > 0) timer = setTimeout(poll, POLL_MS)
    else timer = known = undefined
  }

  function tell(text: string) {
    for (const listener of listeners) listener.send(text)
  }

  async function dismissClosed() {
    const closed = await sessions.findClosed([...new Set([...listeners].map(({ token }) => token))])
    for (const listener of listeners) if (closed.includes(listener.token)) dismiss(listener)
  }

  function dismiss(listener: Listener) {
    listeners.delete(listener)
    listener.end()
  }

  return {
    listen(listener) {
      listeners.add(listener)
      timer ??= setTimeout(poll, 0)
      return () => void listeners.delete(listener)
    },
    stop() {
      clearTimeout(timer)
      for (const listener of listeners) dismiss(listener)
    },
  }
}

function eventsBetween(before: Record<keyof typeof EVENT_BY_COUNTER, string>, after: typeof before): LiveEvent[] {
  const counters = Object.keys(EVENT_BY_COUNTER) as (keyof typeof EVENT_BY_COUNTER)[]
  return counters.filter((counter) => before[counter] !== after[counter]).map((counter) => EVENT_BY_COUNTER[counter])
}
