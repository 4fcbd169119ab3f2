import { useEffect, useState } from 'react'
import { Place } from '#shared/place.ts'
import { readStoredJson, writeStored } from '../../storage/storage.ts'
import { forgetPlaceToken } from '../../storage/place-token.ts'
import { followPlace, type LiveState } from './follow-place.ts'

/** The last known place, in the tab: shown at once after a reload, and while the server does not answer. */
const LAST_KNOWN = 'lastPlace'
const SLOW_MS = 6_000

export type OwnPlace = {
  /** Null until something is known. */
  place: Place | null
  live: LiveState
  /** When `place` was current, in epoch milliseconds. */
  asOf: number
  isEnded: boolean
  /** Nothing is known, and the server did not answer. */
  isFailing: boolean
}

type Kept = { token: string; asOf: number; place: Place }

/** A person's own place, live. `replace` takes the server's answer to a change. `token` must stay the same. */
export function useOwnPlace(token: string): OwnPlace & { replace: (place: Place) => void } {
  const [state, setState] = useState(() => begin(token))

  useEffect(() => {
    const ending = new AbortController()
    const change = (change: Partial<OwnPlace>) => {
      if (!ending.signal.aborted) setState((state) => ({ ...state, ...change }))
    }
    const slow = setTimeout(() => setState((state) => ({ ...state, isFailing: state.place === null })), SLOW_MS)
    void followPlace(token, {
      signal: ending.signal,
      onPlace: (place) => change({ ...keep(token, place), isFailing: false }),
      onLive: (live) => setState((state) => ({ ...state, ...connection(state, live) })),
      onEnded: () => {
        forgetPlaceToken(token)
        forgetLastPlace()
        change({ isEnded: true, place: null })
      },
    })
    return () => {
      clearTimeout(slow)
      ending.abort()
    }
  }, [token])

  const replace = (place: Place) => setState((state) => ({ ...state, ...keep(token, place) }))
  return { ...state, replace }
}

export function forgetLastPlace() {
  writeStored('sessionStorage', LAST_KNOWN, null)
}

function begin(token: string): OwnPlace {
  const kept = readStoredJson('sessionStorage', LAST_KNOWN) as Partial<Kept> | null
  const known = kept?.token === token ? Place.safeParse(kept.place) : null
  return {
    place: known?.success ? known.data : null,
    asOf: kept?.asOf ?? 0,
    live: 'connecting',
    isEnded: false,
    isFailing: false,
  }
}

/** What was shown while the place was live was current until it was lost. */
function connection({ place, live: before, asOf }: OwnPlace, live: LiveState): Partial<OwnPlace> {
  return {
    live,
    asOf: before === 'live' && live === 'lost' ? Date.now() : asOf,
    isFailing: live === 'lost' && place === null,
  }
}

function keep(token: string, place: Place): Pick<OwnPlace, 'place' | 'asOf'> {
  const asOf = Date.now()
  writeStored('sessionStorage', LAST_KNOWN, JSON.stringify({ token, asOf, place } satisfies Kept))
  return { place, asOf }
}
