import { fill, locale } from '#shared/values/language.ts'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { site } from '#shared/site/site.ts'
import { paths } from '#shared/site/paths.ts'
import type { Invitation } from '#shared/list/waves.ts'
import { buttonStyle } from '../../ui/button.ts'
import { First } from '../../ui/drawings/queue.tsx'
import { ROUTES } from '#shared/routes.ts'
import { call, CallError, warn } from '../../calls/call.ts'
import { takeFragment } from '../../storage/place-token.ts'
import { readStored, writeStored } from '../../storage/storage.ts'
import './invitation.css'

const DAY = { day: 'numeric', month: 'long' } as const

/** Only a press accepts: scanners open links, and run scripts. */
export function InvitationPage() {
  const { invitation, press, take, load } = useInvitation()
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = shownOf(invitation, press)
  useEffect(() => {
    if (shown !== 'loading') heading.current?.focus({ preventScroll: true })
  }, [shown])

  if (shown === 'unknown' || shown === 'failed') return <NoInvitation reason={shown} heading={heading} onRetry={load} />

  return (
    <div className="page-width pt-6 pb-16 tablet:pt-10">
      <section className="ticket on-velvet seat" data-state={shown} aria-busy={shown === 'loading'}>
        <div className="seat-words">
          <h1 ref={heading} tabIndex={-1} className="seat-title">
            {shown === 'loading' ? <output>{site().seat.loading}</output> : site().seat[shown].title}
          </h1>
          {shown !== 'loading' && <p className="seat-text">{textOf(shown, invitation)}</p>}
          <SeatActions shown={shown} isWorking={press === 'working' || press === 'leaving'} onTake={take} />
          <output className="seat-fault">{press === 'failed' && site().seat.notAccepted}</output>
        </div>
        <div className="seat-chair" aria-hidden="true">
          <First />
        </div>
        <p className="ticket-stub">
          <span>{site().brand.name}</span>
          <span>{stubOf(shown, invitation)}</span>
        </p>
      </section>
    </div>
  )
}

type SeatActionsProps = { shown: Exclude<Shown, NoInvitationProps['reason']>; isWorking: boolean; onTake: () => void }

function SeatActions({ shown, isWorking, onTake }: SeatActionsProps) {
  const button = shown === 'open' || shown === 'accepted' || shown === 'unreachable' ? site().seat[shown].button : null
  return (
    <>
      {button && (
        <button
          type="button"
          aria-disabled={isWorking}
          onClick={onTake}
          className={buttonStyle('primary', 'seat-button')}
        >
          {isWorking ? site().seat.working : button}
        </button>
      )}
      {(shown === 'ended' || shown === 'called-back') && (
        <Link href={paths.place} className={buttonStyle('primary', 'seat-button')}>
          {site().seat.place}
        </Link>
      )}
    </>
  )
}

type NoInvitationProps = {
  reason: 'unknown' | 'failed'
  heading: RefObject<HTMLHeadingElement | null>
  onRetry: () => void
}

function NoInvitation({ reason, heading, onRetry }: NoInvitationProps) {
  const { title, text } = site().seat[reason]
  return (
    <div className="page-width pt-8 pb-16 tablet:pt-14">
      <h1 ref={heading} tabIndex={-1} className="text-heading">
        {title}
      </h1>
      <p className="mt-4 max-w-xl text-lead text-muted">{text}</p>
      {reason === 'failed' && (
        <button type="button" onClick={onRetry} className={buttonStyle('primary', 'mt-6')}>
          {site().seat.failed.again}
        </button>
      )}
      <p className="mt-6 flex flex-wrap gap-x-4 gap-y-2">
        <Link href={paths.place} className={buttonStyle('primary', 'w-full tablet:w-auto tablet:min-w-52')}>
          {site().seat.place}
        </Link>
        <Link href={paths.home} className={buttonStyle('bare', '-ms-2 tablet:ms-0')}>
          {site().seat.home}
        </Link>
      </p>
    </div>
  )
}

type Shown = Invitation['state'] | 'loading' | 'unknown' | 'failed' | 'unreachable'

function shownOf(invitation: Invitation | 'loading' | 'unknown' | 'failed', press: string): Shown {
  if (typeof invitation === 'string') return invitation
  return press === 'unreachable' ? 'unreachable' : invitation.state
}

function textOf(shown: Invitation['state'] | 'unreachable', invitation: Invitation | string): string {
  const day = dayOf(invitation)
  return shown === 'ended' && day
    ? `${fill(site().seat.ended.at, { day })} ${site().seat.ended.text}`
    : site().seat[shown].text
}

function stubOf(shown: Invitation['state'] | 'unreachable' | 'loading', invitation: Invitation | string): string {
  if (shown === 'loading') return ''
  if (shown === 'unreachable') return site().seat.accepted.stub
  if (shown !== 'open') return site().seat[shown].stub
  const day = dayOf(invitation)
  return day ? fill(site().seat.open.until, { day }) : ''
}

function dayOf(invitation: Invitation | string): string | null {
  return typeof invitation === 'string' || invitation.ends_at === null
    ? null
    : new Date(invitation.ends_at).toLocaleString(locale(), DAY)
}

/** In the tab's storage: a reload, and the way back from the product, show the invitation again. */
const KEY = 'invitationToken'

type State = {
  invitation: Invitation | 'loading' | 'unknown' | 'failed'
  /** `unreachable`: accepted, but the product cannot be opened. */
  press: 'idle' | 'working' | 'leaving' | 'unreachable' | 'failed'
}

function useInvitation(): State & { take: () => Promise<void>; load: () => void } {
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
