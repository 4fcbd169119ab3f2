import { useEffect, useState } from 'react'
import { LIVE_EVENTS, SIGN_OF_LIFE } from '#shared/owner/admin.ts'
import { paths } from '#shared/site/paths.ts'

const RETRY_MS = 3000
/** A connection without a heartbeat for this long counts as lost: a network may vanish without an error. */
const SILENCE_MS = 4000

export type LiveState = 'connecting' | 'live' | 'lost'

/**
 * Listens to the live events. Calls `onChange` at each event, when the server ends or refuses the connection, and when
 * a lost connection is back. A connection counts as lost when its heartbeats stop, but not if there never were any: an
 * earlier version of the server sends none. `onChange` must stay the same between renders.
 */
export function useLive(onChange: () => void): LiveState {
  const [state, setState] = useState<LiveState>('connecting')

  useEffect(() => {
    let source: EventSource
    let timer: ReturnType<typeof setTimeout>
    let silence: ReturnType<typeof setTimeout>
    let wasLost = false

    function lose() {
      wasLost = true
      setState('lost')
    }

    function expectLife() {
      clearTimeout(silence)
      silence = setTimeout(() => {
        lose()
        source.close()
        timer = setTimeout(connect, RETRY_MS)
      }, SILENCE_MS)
    }

    function connect() {
      source = new EventSource(paths.api.adminLive)
      expectLife()
      for (const name of LIVE_EVENTS) source.addEventListener(name, onChange)
      source.addEventListener(SIGN_OF_LIFE, expectLife)
      source.addEventListener('open', () => {
        clearTimeout(silence)
        setState('live')
        if (wasLost) onChange()
        wasLost = false
      })
      source.addEventListener('error', () => {
        lose()
        if (source.readyState !== EventSource.CLOSED) return expectLife()
        clearTimeout(silence)
        // The browser reconnects after a broken connection, but not after an answer that is not a stream. The session
        // may have ended: the refresh after `onChange` shows that.
        onChange()
        timer = setTimeout(connect, RETRY_MS)
      })
    }

    connect()
    return () => {
      clearTimeout(timer)
      clearTimeout(silence)
      source.close()
    }
  }, [onChange])

  return state
}
