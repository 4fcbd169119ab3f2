import { useEffect, useState } from 'react'
import { ROUTES } from '#shared/routes.ts'
import type { Invitation } from '#shared/list/waves.ts'
import { call } from '../../calls/call.ts'
import { CallError, warn } from '../../calls/call-error.ts'
import { takeFragment } from '../../storage/place-token.ts'
import { readStored, writeStored } from '../../storage/storage.ts'

/** In the tab's storage: a reload, and the way back from the product, show the invitation again. */
const KEY = 'invitationToken'

type State = {
  invitation: Invitation | 'loading' | 'unknown' | 'failed'
  /** `unreachable`: accepted, but the product cannot be opened. */
  press: 'idle' | 'working' | 'leaving' | 'unreachable' | 'failed'
}

export function useInvitation(): State & { take: () => Promise<void>; load: () => void } {
  const [token, setToken] = useState(arrivingToken)
  const [state, setState] = useState<State>({ invitation: token ? 'loading' : 'unknown', press: 'idle' })

  useEffect(() => {
    // Another link, opened in the same tab, only changes the fragment.
    const arrive = () => {
      if (!location.hash) return
      setToken(arrivingToken())
      setState({ invitation: 'loading', press: 'idle' })
    }
    addEventListener('hashchange', arrive)
    return () => removeEventListener('hashchange', arrive)
  }, [])
  useReloadOnReturn()
  useReading({ token, isLoading: state.invitation === 'loading', onRead: setState })

  async function take() {
    if (!token || state.press === 'working' || state.press === 'leaving') return
    const press = (press: State['press']) => setState((state) => ({ ...state, press }))
    press('working')
    const outcome = await call(ROUTES.acceptInvitation, {}, { token }).catch(faultOf)
    if (outcome === 'failed') return press('failed')
    if (typeof outcome === 'string')
      return setState({ invitation: outcome === 'over' ? 'loading' : outcome, press: 'idle' })
    const invitation = { state: 'accepted', ends_at: null } as const
    const { redirect, is_reachable } = outcome
    if (redirect === null || !is_reachable) return setState({ invitation, press: 'unreachable' })
    setState({ invitation, press: 'leaving' })
    location.assign(redirect)
  }

  return { ...state, take, load: () => setState({ invitation: 'loading', press: 'idle' }) }
}

/** Back from the product, the browser may restore an outdated page. */
function useReloadOnReturn() {
  useEffect(() => {
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && location.reload()
    addEventListener('pageshow', comeBack)
    return () => removeEventListener('pageshow', comeBack)
  }, [])
}

type Reading = { token: string | null; isLoading: boolean; onRead: (state: State) => void }

/** `onRead` must stay the same. */
function useReading({ token, isLoading, onRead }: Reading) {
  useEffect(() => {
    if (!token || !isLoading) return
    let isStopped = false
    void call(ROUTES.invitation, {}, { token })
      .catch(faultOf)
      .then((invitation) => {
        if (!isStopped) onRead({ invitation: toInvitation(invitation), press: 'idle' })
      })
    return () => {
      isStopped = true
    }
  }, [token, isLoading, onRead])
}

type InvitationFault = 'unknown' | 'over' | 'failed'

function faultOf(error: unknown): InvitationFault {
  warn('A call about your invitation failed', error)
  const status = error instanceof CallError ? error.status : null
  if (status === 404) return 'unknown'
  return status === 409 ? 'over' : 'failed'
}

function toInvitation(answer: Invitation | InvitationFault): State['invitation'] {
  return answer === 'over' ? 'failed' : answer
}

function arrivingToken(): string | null {
  const token = takeFragment()
  if (token) writeStored('sessionStorage', KEY, token)
  return token || readStored('sessionStorage', KEY)
}
