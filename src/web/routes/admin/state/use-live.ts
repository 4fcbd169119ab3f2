import { useEffect, useState } from 'react'
import { LIVE_EVENTS, SIGN_OF_LIFE } from '#shared/owner/admin.ts'
import { ROUTES } from '#shared/routes.ts'

const RETRY_MS = 3000
/** A connection without a heartbeat for this long counts as lost: a network may vanish without an error. */
const SILENCE_MS = 4000

export type LiveState = 'connecting' | 'live' | 'lost'

/**
 * Listens to the live events. Calls `onChange` at each event, when the server ends or refuses the connection, and when
 * a lost connection is back. `onChange` must stay the same between renders.
 */
export function useLive(onChange: () => void): LiveState {
  const [state, setState] = useState<LiveState>('connecting')
  useEffect(() => listen(onChange, setState), [onChange])
  return state
}

/**
 * Listens while the tab is shown, because a browser opens six connections to a host at most, for all its tabs together.
 * A tab that is shown again reads what it has missed. Returns a function that ends it.
 */
export function listen(onChange: () => void, onState: (state: LiveState) => void): () => void {
  let disconnect: (() => void) | null = null
  let hasMissed = false

  function follow() {
    if (!document.hidden) disconnect ??= connect({ onChange, onState, hasMissed })
    else {
      disconnect?.()
      disconnect = null
      hasMissed = true
    }
  }

  follow()
  document.addEventListener('visibilitychange', follow)
  return () => {
    document.removeEventListener('visibilitychange', follow)
    disconnect?.()
  }
}

type ConnectOptions = { onChange: () => void; onState: (state: LiveState) => void; hasMissed: boolean }

/**
 * Connects, and again whenever the connection is lost: that is when its heartbeats stop, but not if there never were
 * any, because an earlier version of the server sends none.
 */
function connect({ onChange, onState, hasMissed }: ConnectOptions): () => void {
  let source: EventSource
  let timer: ReturnType<typeof setTimeout>
  let silence: ReturnType<typeof setTimeout>

  function lose() {
    hasMissed = true
    onState('lost')
  }

  function expectLife() {
    clearTimeout(silence)
    silence = setTimeout(() => {
      lose()
      source.close()
      timer = setTimeout(open, RETRY_MS)
    }, SILENCE_MS)
  }

  function open() {
    source = new EventSource(ROUTES.live.path)
    expectLife()
    for (const name of LIVE_EVENTS) source.addEventListener(name, onChange)
    source.addEventListener(SIGN_OF_LIFE, expectLife)
    source.addEventListener('open', () => {
      clearTimeout(silence)
      onState('live')
      if (hasMissed) onChange()
      hasMissed = false
    })
    source.addEventListener('error', () => {
      lose()
      if (source.readyState !== EventSource.CLOSED) return expectLife()
      clearTimeout(silence)
      // The browser reconnects after a broken connection, but not after an answer that is not a stream. The session may
      // have ended: the refresh after `onChange` shows that.
      onChange()
      timer = setTimeout(open, RETRY_MS)
    })
  }

  open()
  return () => {
    clearTimeout(timer)
    clearTimeout(silence)
    source.close()
  }
}
