import { useEffect, useState } from 'react'
import { Place } from '#shared/place.ts'
import { LAST_PLACE } from '../../storage/forget-person.ts'
import { useLeavers } from '../../storage/leavers.ts'
import { readStoredJson, writeStored } from '../../storage/storage.ts'
import { browserToken, forgetPlaceToken, keepPlaceToken } from '../../storage/place-token.ts'
import { followPlace, type LiveState } from './follow-place.ts'
import { forgetSeen } from './use-since.ts'

/** After this time without an answer, the page says so. */
const SLOW_MS = 6_000

export type OwnPlace = {
  /** Null until the server, or an earlier visit in this tab, has given one. */
  place: Place | null
  live: LiveState
  /** When `place` was current, in epoch milliseconds. */
  asOf: number
  /** `deleted`: in another tab of this browser. */
  end: 'ended' | 'deleted' | null
  /** The server does not answer, and there is no last known place. */
  isFailing: boolean
}

type Kept = { token: string; asOf: number; place: Place }

/** A person's own place, live. `replace` takes the server's answer to a change. `token` must stay the same. */
export function useOwnPlace(token: string): OwnPlace & { replace: (place: Place) => void } {
  const [state, setState] = useState(() => begin(token))
  useLeavers((leaver) => {
    // The server may end the connection before this message comes, so `place` stays known after the end.
    if (leaver.joinedPosition !== state.place?.joined_position) return
    forgetPlaceToken(token)
    forgetLastPlace()
    setState((state) => ({ ...state, end: 'deleted' }))
  })

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
        setState((state) => ({ ...state, end: state.end ?? 'ended' }))
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
  writeStored('sessionStorage', LAST_PLACE, null)
  forgetSeen()
}

/** The last known place is shown at once after a reload, and while the server does not answer. */
function begin(token: string): OwnPlace {
  const kept = readStoredJson('sessionStorage', LAST_PLACE) as Partial<Kept> | null
  const known = kept?.token === token ? Place.safeParse(kept.place) : null
  return {
    place: known?.success ? known.data : null,
    asOf: kept?.asOf ?? 0,
    live: 'connecting',
    end: null,
    isFailing: false,
  }
}

/** A live place is current until its connection is lost. */
function connection({ place, live: before, asOf }: OwnPlace, live: LiveState): Partial<OwnPlace> {
  return {
    live,
    asOf: before === 'live' && live === 'lost' ? Date.now() : asOf,
    isFailing: live === 'lost' && place === null,
  }
}

function keep(token: string, place: Place): Pick<OwnPlace, 'place' | 'asOf'> {
  const asOf = Date.now()
  // Stored again each time: a kept link does not name the email, and the email may change.
  if (browserToken() === token) keepPlaceToken(token, place.email)
  writeStored('sessionStorage', LAST_PLACE, JSON.stringify({ token, asOf, place } satisfies Kept))
  return { place, asOf }
}
