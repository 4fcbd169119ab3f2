import { locale } from '#shared/values/language.ts'
import { type RefObject, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { fill } from '#shared/values/fill.ts'
import { site } from '#shared/site/site.ts'
import { paths } from '#shared/site/paths.ts'
import type { Invitation } from '#shared/list/waves.ts'
import { buttonStyle } from '../../ui/button.ts'
import { First } from '../../ui/drawings/queue.tsx'
import { useInvitation } from './use-invitation.ts'
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
      <Ways />
    </div>
  )
}

function Ways() {
  return (
    <p className="mt-6 flex flex-wrap gap-x-4 gap-y-2">
      <Link href={paths.place} className={buttonStyle('primary', 'w-full tablet:w-auto tablet:min-w-52')}>
        {site().seat.place}
      </Link>
      <Link href={paths.home} className={buttonStyle('bare', '-ms-2 tablet:ms-0')}>
        {site().seat.home}
      </Link>
    </p>
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
