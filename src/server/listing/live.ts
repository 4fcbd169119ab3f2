import type pg from 'pg'
import { type LiveEvent, SIGN_OF_LIFE } from '#shared/owner/admin.ts'
import type { LogFailure } from '../base/log-failures.ts'
import { type Repeating, startRepeating } from '../base/start-repeating.ts'
import { findClosed } from '../accounts/sessions.ts'
import { readChanges } from './rows/counter.ts'

type Listener = { token: string; send: (text: string) => void; end: () => void }

export type LiveSources = { pool: pg.Pool; preparedPool: pg.Pool; logFailure: LogFailure }

const POLL_MS = 1_000

const EVENT_BY_COUNTER = {
  last_position: 'joined',
  listed: 'joined',
  updates: 'updated',
  syncs: 'sync',
  messages: 'message',
} as const

/** The counters are in the database, so every server finds the changes of all. */
export function createLive({ pool, preparedPool, logFailure }: LiveSources) {
  const listeners = new Set<Listener>()
  let polling: Repeating | undefined
  let known: Awaited<ReturnType<typeof readChanges>> | undefined

  async function poll() {
    if (listeners.size === 0) {
      polling = known = undefined
      return null
    }
    const changes = await readChanges(pool)
    const events = known ? eventsBetween(known, changes) : []
    // Keeps proxies from closing idle connections, and shows both sides a lost one.
    tell([...events, SIGN_OF_LIFE].map((event) => `event: ${event}\ndata: {}\n\n`).join(''))
    known = changes
    await dismissClosed()
    return POLL_MS
  }

  function tell(text: string) {
    for (const listener of listeners) listener.send(text)
  }

  async function dismissClosed() {
    const closed = await findClosed(preparedPool, [...new Set([...listeners].map(({ token }) => token))])
    for (const listener of listeners) if (closed.includes(listener.token)) dismiss(listener)
  }

  function dismiss(listener: Listener) {
    listeners.delete(listener)
    listener.end()
  }

  return {
    listen(listener: Listener): () => void {
      listeners.add(listener)
      const failure = 'live events could not be read'
      polling ??= startRepeating({ step: poll, restMs: POLL_MS, atOnce: true, failure, logFailure })
      return () => void listeners.delete(listener)
    },
    stop() {
      void polling?.stop()
      for (const listener of listeners) dismiss(listener)
    },
  }
}

function eventsBetween(before: Record<keyof typeof EVENT_BY_COUNTER, string>, after: typeof before): LiveEvent[] {
  const counters = Object.keys(EVENT_BY_COUNTER) as (keyof typeof EVENT_BY_COUNTER)[]
  const changed = counters.filter((counter) => before[counter] !== after[counter])
  return [...new Set(changed.map((counter) => EVENT_BY_COUNTER[counter]))]
}
