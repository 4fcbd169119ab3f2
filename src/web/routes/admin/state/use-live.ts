import { isGone } from '../../../ui/panel.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { LIVE_EVENTS, SIGN_OF_LIFE } from '#shared/owner/admin.ts'
import { ROUTES } from '#shared/routes.ts'

const RETRY_MS = 3000
/** A connection without a heartbeat for this long counts as lost: a network may vanish without an error. */
const SILENCE_MS = 4000

export type LiveState = 'connecting' | 'live' | 'lost'

/** Calls `onChange` also when the server ends the connection and when a lost one is back. It must stay the same. */
export function useLive(onChange: () => void): LiveState {
  const [state, setState] = useState<LiveState>('connecting')
  useEffect(() => listen(onChange, setState), [onChange])
  return state
}

/** Only while the tab is shown, because a browser opens six connections to a host, for all its tabs together. */
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

/** A connection is lost when its heartbeats stop, but not if there never were any. */
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

/** Whether the last refresh of any data on the screen failed. */
export function useIsStale(): boolean {
  const cache = useQueryClient().getQueryCache()
  return useSyncExternalStore(
    useCallback((onChange) => cache.subscribe(onChange), [cache]),
    () =>
      cache.getAll().some((query) => query.isActive() && query.state.status === 'error' && !isGone(query.state.error)),
  )
}
