import { type Dispatch, type SetStateAction, useEffect, useEffectEvent, useState } from 'react'
import { ROUTES } from '#shared/routes.ts'
import { Place } from '#shared/joining/place.ts'
import { LAST_PLACE } from '../../storage/forget-person.ts'
import { useLeavers } from '../../storage/leavers.ts'
import { readStored, readStoredJson, writeStored } from '../../storage/storage.ts'
import { PLACE_TOKEN } from '../../storage/keys.ts'
import { browserToken, forgetPlaceToken, keepPlaceToken, placeToken } from '../../storage/place-token.ts'
import { callPlace, isFault } from '../../calls/call-place.ts'
import { followPlace, type LiveState } from './follow-place.ts'
import { forgetSeen } from './use-since.ts'

/** After this time, the page says that the server does not answer. */
const SLOW_MS = 6_000

/** The key, in the tab's storage, of the token with which a deletion was requested whose outcome is unknown. */
const LEAVING = 'leaving'

export type OwnPlace = {
  /** Null until the server answers, unless an earlier visit in this tab stored the place. */
  place: Place | null
  live: LiveState
  /** The time at which `place` was current, in epoch milliseconds. */
  asOf: number
  /** `ended`: the token is invalid. `deleted`: the person left in another tab of this browser. Otherwise null. */
  end: 'ended' | 'deleted' | null
  /** Whether the server does not answer while there is no last known place. */
  isFailing: boolean
  /**
   * Whether a deletion was requested and the outcome is unknown. The end of the token is then not shown, because the
   * deletion may have caused it. Survives a reload.
   */
  isLeaving: boolean
}

type Kept = { token: string; asOf: number; place: Place }

type OwnPlaceActs = {
  /** Replaces the place with the server's answer to a change. */
  replace: (place: Place) => void
  setLeaving: (isLeaving: boolean) => void
}

/**
 * A person's own place, live. `token` must stay the same. `onRenewed` gets the token that another tab has kept for the
 * same person.
 */
export function useOwnPlace(token: string, onRenewed: (token: string) => void): OwnPlace & OwnPlaceActs {
  const [state, setState] = useState(() => begin(token))
  const end = state.isLeaving ? null : state.end
  const joinedPosition = state.place?.joined_position
  const onKept = useEffectEvent(renew)
  useLeavers((leaver) => {
    // The server may end the connection before this message comes, so `place` stays known after the end.
    if (leaver.joinedPosition === joinedPosition) setState((state) => ({ ...state, end: 'deleted' }))
  })
  useKeptToken(renew)

  /** Switches to the token that the browser keeps, if it belongs to the same person. */
  async function renew(kept: string): Promise<void> {
    const other = await callPlace(ROUTES.place, kept)
    if (!isFault(other) && other.joined_position === joinedPosition) onRenewed(kept)
  }

  useEffect(() => {
    if (end === null) return
    forgetPlaceToken(token)
    forgetLastPlace()
    // Another tab may have confirmed another email. The browser then has a new token.
    const kept = browserToken()
    if (end === 'ended' && kept !== null) void onKept(kept)
  }, [end, token])
  useFollowing(token, setState)

  const replace = (place: Place) => setState((state) => ({ ...state, ...keep(token, place) }))
  function setLeaving(isLeaving: boolean) {
    writeStored('sessionStorage', LEAVING, isLeaving ? token : null)
    setState((state) => ({ ...state, isLeaving }))
  }
  return { ...state, end, replace, setLeaving }
}

/** Calls `onKept` with each token that another tab stores in the browser, unless this tab has a token of its own. */
function useKeptToken(onKept: (token: string) => void) {
  const hear = useEffectEvent(({ key, newValue }: StorageEvent) => {
    if (key === PLACE_TOKEN && newValue && newValue === placeToken()) onKept(newValue)
  })
  useEffect(() => {
    const listen = (event: StorageEvent) => hear(event)
    addEventListener('storage', listen)
    return () => removeEventListener('storage', listen)
  }, [])
}

/** Follows the place on the server until the page is left. */
function useFollowing(token: string, setState: Dispatch<SetStateAction<OwnPlace>>) {
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
      onEnded: () => setState((state) => ({ ...state, end: state.end ?? 'ended' })),
    })
    return () => {
      clearTimeout(slow)
      ending.abort()
    }
  }, [token, setState])
}

export function forgetLastPlace() {
  writeStored('sessionStorage', LAST_PLACE, null)
  writeStored('sessionStorage', LEAVING, null)
  forgetSeen()
}

/** The initial state. After a reload, it has the last known place, which is shown until the server answers. */
function begin(token: string): OwnPlace {
  const kept = readStoredJson('sessionStorage', LAST_PLACE) as Partial<Kept> | null
  const known = kept?.token === token ? Place.safeParse(kept.place) : null
  return {
    place: known?.success ? known.data : null,
    asOf: kept?.asOf ?? 0,
    live: 'connecting',
    end: null,
    isFailing: false,
    isLeaving: readStored('sessionStorage', LEAVING) === token,
  }
}

/** The state after a change of the connection. A live place stays current until the connection is lost. */
function connection({ place, live: before, asOf }: OwnPlace, live: LiveState): Partial<OwnPlace> {
  return {
    live,
    asOf: before === 'live' && live === 'lost' ? Date.now() : asOf,
    isFailing: live === 'lost' && place === null,
  }
}

function keep(token: string, place: Place): Pick<OwnPlace, 'place' | 'asOf'> {
  const asOf = Date.now()
  // The email is stored again each time: a kept link does not contain it, and it may change.
  if (browserToken() === token) keepPlaceToken(token, place.email)
  writeStored('sessionStorage', LAST_PLACE, JSON.stringify({ token, asOf, place } satisfies Kept))
  return { place, asOf }
}
