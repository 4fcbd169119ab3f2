import { createParser } from 'eventsource-parser'
import { ROUTES } from '#shared/routes.ts'
import type { Place } from '#shared/joining/place.ts'
import { callFor } from '../../calls/call.ts'
import { callPlace, isFault } from '../../calls/call-place.ts'

/** `connecting`: before the first event. */
export type LiveState = 'connecting' | 'live' | 'lost'

type Listener = {
  onPlace: (place: Place) => void
  onLive: (live: LiveState) => void
  /** The token is invalid, or no longer valid. */
  onEnded: () => void
  signal: AbortSignal
}

/** A connection without data for this long counts as lost: the server sends something more often. */
const SILENCE_MS = 45_000
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000

/**
 * Reads a place and then follows its events until `signal` ends it. A lost connection is opened again after a pause
 * that doubles up to half a minute, and at once when the network or the visitor is back.
 */
export async function followPlace(token: string, { onPlace, onLive, onEnded, signal }: Listener): Promise<void> {
  let wait = FIRST_WAIT_MS
  while (!signal.aborted) {
    const place = await callPlace(ROUTES.place, token)
    if (signal.aborted) return
    if (isFault(place)) {
      if (place.fault === 'ended') return onEnded()
    } else {
      onPlace(place)
      const end = await listen(token, {
        signal,
        onPlace: (place) => {
          wait = FIRST_WAIT_MS
          onLive('live')
          onPlace(place)
        },
      })
      if (signal.aborted) return
      if (end === 'gone') return onEnded()
    }
    onLive('lost')
    await pause(wait * (0.75 + Math.random() / 2), signal)
    wait = Math.min(wait * 2, LONGEST_WAIT_MS)
  }
}

/** Resolves when the connection ends, for any reason. `gone`: the token is no longer valid. */
async function listen(
  token: string,
  { signal, onPlace }: Pick<Listener, 'signal' | 'onPlace'>,
): Promise<'gone' | 'lost'> {
  const ending = new AbortController()
  const end = () => ending.abort()
  let silence = setTimeout(end, SILENCE_MS)
  let isGone = false
  const parser = createParser({
    onEvent({ event, data }) {
      if (event === 'gone') isGone = true
      else if (event === 'place') onPlace(JSON.parse(data) as Place)
    },
  })
  addEventListener('offline', end, { signal: ending.signal })
  signal.addEventListener('abort', end, { signal: ending.signal })
  try {
    const { body } = await callFor(ROUTES.placeLive, {}, { token, signal: ending.signal })
    const reader = body!.getReader()
    const decoder = new TextDecoder()
    while (!isGone) {
      const { done, value } = await reader.read()
      if (done) break
      clearTimeout(silence)
      silence = setTimeout(end, SILENCE_MS)
      parser.feed(decoder.decode(value, { stream: true }))
    }
  } catch (error) {
    if (!signal.aborted) console.info('The place is not live', error)
  } finally {
    clearTimeout(silence)
    end()
  }
  return isGone ? 'gone' : 'lost'
}

/** Waits, but ends early when a retry may succeed: the network is back, or the page is visible again. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = new AbortController()
    const finish = () => {
      clearTimeout(timer)
      done.abort()
      resolve()
    }
    const timer = setTimeout(finish, milliseconds)
    const heard = { signal: done.signal }
    signal.addEventListener('abort', finish, heard)
    addEventListener('online', finish, heard)
    document.addEventListener('visibilitychange', () => document.hidden || finish(), heard)
  })
}
