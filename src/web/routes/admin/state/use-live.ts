import { useEffect, useState } from 'react'
import { LIVE_EVENTS } from '#shared/admin.ts'
import { paths } from '#shared/paths.ts'

const RETRY_MS = 3000

export type LiveState = 'connecting' | 'live' | 'lost'

/**
 * Listens to the live events, and calls `onChange` at each event, when the server ends or refuses the connection, and
 * when a lost connection is back. `onChange` must stay the same between renders.
 */
export function useLive(onChange: () => void): LiveState {
  const [state, setState] = useState<LiveState>('connecting')

  useEffect(() => {
    let source: EventSource
    let timer: ReturnType<typeof setTimeout>
    let wasLost = false

    function connect() {
      source = new EventSource(paths.api.adminLive)
      for (const name of LIVE_EVENTS) source.addEventListener(name, onChange)
      source.addEventListener('open', () => {
        setState('live')
        if (wasLost) onChange()
        wasLost = false
      })
      source.addEventListener('error', () => {
        wasLost = true
        setState('lost')
        if (source.readyState !== EventSource.CLOSED) return
        // The browser reconnects after a broken connection, but not after an answer that is not a stream. The session
        // may have ended: other calls find out.
        onChange()
        timer = setTimeout(connect, RETRY_MS)
      })
    }

    connect()
    return () => {
      clearTimeout(timer)
      source.close()
    }
  }, [onChange])

  return state
}
