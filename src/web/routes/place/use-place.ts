import { type Dispatch, type RefObject, type SetStateAction, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ROUTES } from '#shared/routes.ts'
import type { AnswerOf, Route, SentOf } from '#shared/routes/route.ts'
import { Place } from '#shared/joining/place.ts'
import { LAST_PLACE, PLACE_SEEN } from '../../storage/forget-person.ts'
import { useLeavers } from '../../storage/leavers.ts'
import { PLACE_TOKEN, readStored, readStoredJson, writeStored } from '../../storage/storage.ts'
import { browserToken, forgetPlaceToken, keepPlaceToken, placeToken } from '../../storage/place-token.ts'
import { callPlace, isFault, type PlaceFault } from '../../calls/call-place.ts'

const REFRESH_MS = 30_000
/** After this time, the page says that the server does not answer. */
const SLOW_MS = 6_000

/** In the tab's storage: the token with which a deletion was requested whose outcome is unknown. */
const LEAVING = 'leaving'

export type OwnPlace = {
  /** Null until the server answers, unless an earlier visit in this tab stored the place. */
  place: Place | null
  isStale: boolean
  /** When `place` was current, in epoch milliseconds. */
  asOf: number
  /** `ended`: the token is invalid. `deleted`: the person has left, perhaps in another tab. */
  end: 'ended' | 'deleted' | null
  isFailing: boolean
  /** A deletion was requested and its outcome is unknown: it may have ended the token. Survives a reload. */
  isLeaving: boolean
}

type Kept = { token: string; asOf: number; place: Place }

type OwnPlaceActs = {
  replace: (place: Place) => void
  setLeaving: (isLeaving: boolean) => void
  setEnd: (end: 'ended' | 'deleted') => void
}

/** `token` must stay the same. `onRenewed` gets the token that another tab has kept for the same person. */
export function useOwnPlace(token: string, onRenewed: (token: string) => void): OwnPlace & OwnPlaceActs {
  const [state, setState] = useState(() => begin(token))
  const end = state.isLeaving ? null : state.end
  const joinedPosition = state.place?.joined_position
  const newestRef = useRef(0)
  const onKept = useEffectEvent(renew)
  const setEnd: OwnPlaceActs['setEnd'] = (end) => setState((state) => ({ ...state, isLeaving: false, end }))
  useLeavers((leaver) => {
    if (leaver.joinedPosition === joinedPosition) setEnd('deleted')
  })
  useKeptToken(renew)

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
  useRefreshing({ token, newestRef, setState })

  function replace(place: Place) {
    newestRef.current += 1
    setState((state) => ({ ...state, ...keep(token, place) }))
  }

  function setLeaving(isLeaving: boolean) {
    writeStored('sessionStorage', LEAVING, isLeaving ? token : null)
    setState((state) => ({ ...state, isLeaving }))
  }
  return { ...state, end, replace, setLeaving, setEnd }
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

type Refreshing = {
  token: string
  /** The number of the newest call: an answer that comes after a newer one is out of date. */
  newestRef: RefObject<number>
  setState: Dispatch<SetStateAction<OwnPlace>>
}

function useRefreshing({ token, newestRef, setState }: Refreshing) {
  useEffect(() => {
    const ending = new AbortController()
    const { signal } = ending
    const change = (change: Partial<OwnPlace>) => setState((state) => ({ ...state, ...change }))

    async function read() {
      const number = ++newestRef.current
      const place = await callPlace(ROUTES.place, token)
      if (signal.aborted || number !== newestRef.current) return
      if (!isFault(place)) return change({ ...keep(token, place), isFailing: false })
      if (place.fault !== 'ended') return setState((state) => ({ ...state, isStale: true, isFailing: !state.place }))
      ending.abort()
      setState((state) => ({ ...state, end: state.end ?? 'ended' }))
    }

    const look = () => void (document.hidden || signal.aborted || read())
    const slow = setTimeout(() => setState((state) => ({ ...state, isFailing: state.place === null })), SLOW_MS)
    const timer = setInterval(look, REFRESH_MS)
    addEventListener('online', look, { signal })
    document.addEventListener('visibilitychange', look, { signal })
    void read()
    return () => {
      clearTimeout(slow)
      clearInterval(timer)
      ending.abort()
    }
  }, [token, newestRef, setState])
}

export function forgetLastPlace() {
  writeStored('sessionStorage', LAST_PLACE, null)
  writeStored('sessionStorage', LEAVING, null)
  writeStored('localStorage', PLACE_SEEN, null)
}

function begin(token: string): OwnPlace {
  const kept = readStoredJson('sessionStorage', LAST_PLACE) as Partial<Kept> | null
  const known = kept?.token === token ? Place.safeParse(kept.place) : null
  return {
    place: known?.success ? known.data : null,
    asOf: kept?.asOf ?? 0,
    isStale: false,
    end: null,
    isFailing: false,
    isLeaving: readStored('sessionStorage', LEAVING) === token,
  }
}

function keep(token: string, place: Place): Pick<OwnPlace, 'place' | 'asOf' | 'isStale'> {
  const asOf = Date.now()
  // The email is stored again each time: a kept link does not contain it, and it may change.
  if (browserToken() === token) keepPlaceToken(token, place.email)
  writeStored('sessionStorage', LAST_PLACE, JSON.stringify({ token, asOf, place } satisfies Kept))
  return { place, asOf, isStale: false }
}

export function usePlaceCall<R extends Route>(route: R, token: string) {
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<PlaceFault | null>(null)

  async function run(
    ...sent: {} extends SentOf<R> ? [sent?: SentOf<R>] : [sent: SentOf<R>]
  ): Promise<AnswerOf<R> | null> {
    if (isBusy) return null
    setBusy(true)
    setFault(null)
    const outcome = await callPlace(route, token, ...sent)
    setBusy(false)
    const isRefused = isFault(outcome as object)
    if (isRefused) setFault(outcome as PlaceFault)
    return isRefused ? null : (outcome as AnswerOf<R>)
  }

  return { isBusy, fault, needsLink: fault?.fault === 'link-needed', run, clear: () => setFault(null) }
}

export function messageOf(fault: PlaceFault | null, otherwise: string): string | null {
  if (fault === null) return null
  return ('message' in fault && fault.message) || otherwise
}
