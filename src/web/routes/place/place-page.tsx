import { type RefObject, useEffect, useState, useId } from 'react'
import { useLocation } from 'wouter'
import { atOnceWords, sharingWords } from '#shared/joining/referral.ts'
import type { Place } from '#shared/joining/place.ts'
import { paths, invitationLink } from '#shared/site/paths.ts'
import { site } from '#shared/site/site.ts'
import { fill, isolated, locale } from '#shared/values/language.ts'
import { placeToken, takePlaceToken } from '../../storage/place-token.ts'
import { buttonStyle } from '../../ui/button.ts'
import { timeOf } from '../../ui/day.tsx'
import { QueueMark } from '../../ui/drawings/queue-mark.tsx'
import { preloadNotices } from '../../ui/notify.ts'
import { useFocusOnArrival } from '../../ui/use-focus-on-arrival.ts'
import { ReferralPanel } from '../thank-you/referral-panel.tsx'
import { useReferralRule } from '../thank-you/use-referral-rule.ts'
import { AnswersPanel } from './answers-panel.tsx'
import { AskForLink } from './ask-for-link.tsx'
import { DataPanel } from './data-panel.tsx'
import { FriendList, HistoryList, Leaderboard } from './friends.tsx'
import { EmailPanel } from './email-panel.tsx'
import { ForgetQuestion } from './forget-question.tsx'
import { NextFriend, PlaceTicket } from './place-ticket.tsx'
import { StampCard } from './stamp-card.tsx'
import { forgetLastPlace, type OwnPlace, useOwnPlace, usePlaceCall } from './use-place.ts'
import { ROUTES } from '#shared/routes.ts'
import { First } from '../../ui/drawings/queue.tsx'
import { FreshLink } from './fresh-link.tsx'
import './place.css'

export function PlacePage() {
  const [token, setToken] = useState(arrivingToken)
  const [, navigate] = useLocation()

  useEffect(() => {
    preloadNotices()
    // A second link, opened in the same tab, only changes the fragment.
    const arrive = () => location.hash && setToken(arrivingToken())
    // The fragment may have changed since the first render.
    arrive()
    addEventListener('hashchange', arrive)
    return () => removeEventListener('hashchange', arrive)
  }, [])

  function leave() {
    forgetLastPlace()
    navigate(paths.home)
  }

  if (!token) return <AskForLink reason="new" />
  return <OwnPlacePage key={token} token={token} onForgotten={leave} onRenewed={setToken} />
}

function arrivingToken(): string | null {
  takePlaceToken()
  return placeToken()
}

type OwnPlacePageProps = {
  token: string
  onForgotten: () => void
  onRenewed: (token: string) => void
}

function OwnPlacePage({ token, onForgotten, onRenewed }: OwnPlacePageProps) {
  const own = useOwnPlace(token, onRenewed)
  if (own.end) return <AskForLink reason={own.end} newEmail={own.place?.waiting_change?.email} />
  if (!own.place) return <Waiting isFailing={own.isFailing} />
  return <PlaceHere own={own} place={own.place} token={token} onForgotten={onForgotten} />
}

function Waiting({ isFailing }: { isFailing: boolean }) {
  const heading = useFocusOnArrival()
  const { failed, title, loading } = site().place
  return (
    <div className="page-width pt-6 pb-16 tablet:pt-10">
      <h1 ref={heading} tabIndex={-1} className="mb-6 text-heading">
        {isFailing ? failed.title : title}
      </h1>
      <div className="place-hero">
        {isFailing ? (
          <div>
            <output className="block max-w-xl text-lead text-muted">{failed.text}</output>
            <button type="button" onClick={() => location.reload()} className={buttonStyle('primary', 'mt-6')}>
              {failed.again}
            </button>
          </div>
        ) : (
          <div className="ticket on-velvet place-ticket place-waiting">
            <QueueMark className="h-24 w-auto" />
            <output>{loading}</output>
          </div>
        )}
      </div>
    </div>
  )
}

type PlaceHereProps = Pick<OwnPlacePageProps, 'token' | 'onForgotten'> & {
  own: ReturnType<typeof useOwnPlace>
  place: Place
}

function PlaceHere({ own, place, token, onForgotten }: PlaceHereProps) {
  const heading = useFocusOnArrival()
  const [isForgetting, setForgetting] = useState(false)
  // After an invitation, new friends no longer change the person's place.
  const isWaiting = place.state === 'waiting'
  const shared = { place, token, onPlace: own.replace }

  return (
    <div className="page-width pt-6 pb-16 tablet:pt-10">
      <PlaceHead heading={heading} email={place.email} own={own} onNotYou={() => setForgetting(true)} />
      {isForgetting && (
        <ForgetQuestion
          token={token}
          place={place}
          onForgotten={onForgotten}
          onCancel={() => {
            setForgetting(false)
            heading.current?.focus()
          }}
        />
      )}
      <div className="place-hero">
        {place.invitation ? (
          <OpenInvitation ends_at={place.invitation.ends_at} mailed={place.mailed} token={token} />
        ) : (
          <>
            <PlaceTicket place={place} />
            <div>
              <NextFriend place={place} />
              {isWaiting && <Sharing place={place} />}
            </div>
          </>
        )}
      </div>
      {isWaiting && <StampCard place={place} />}
      <div className="place-columns">
        <HistoryList history={place.history} letIn={place.let_in} />
        {(isWaiting || place.friends.length > 0) && <FriendList {...place} />}
      </div>
      {place.has_leaderboard && <Leaderboard token={token} />}
      <hr className="divider mt-16" />
      <div className="place-columns">
        <AnswersPanel {...shared} />
        <div>
          <EmailPanel {...shared} />
          <DataPanel place={place} token={token} own={own} />
        </div>
      </div>
    </div>
  )
}

type PlaceHeadProps = {
  heading: RefObject<HTMLHeadingElement | null>
  email: string
  own: Pick<OwnPlace, 'isStale' | 'asOf'>
  onNotYou: () => void
}

function PlaceHead({ heading, email, own, onNotYou }: PlaceHeadProps) {
  const { title, stale, who } = site().place
  return (
    <div className="place-head">
      <h1 ref={heading} tabIndex={-1} className="text-heading">
        {title}
      </h1>
      <output className="text-small text-danger">{own.isStale && fill(stale, { time: timeOf(own.asOf) })}</output>
      <p className="place-who">
        <span className="min-w-0 wrap-anywhere">
          {who.for} <strong className="font-medium text-ink">{isolated(email)}</strong>
        </span>
        <button type="button" onClick={onNotYou} className={buttonStyle('bare', '-mx-2')}>
          {site().keptPlace.notYou}
        </button>
      </p>
    </div>
  )
}

function Sharing({ place: { referral_code, position, rule } }: { place: Place }) {
  const { most_unproven } = useReferralRule()
  const { title, promise } = sharingWords(rule, position)
  return (
    <ReferralPanel code={referral_code} title={title} promise={[promise, ...atOnceWords(most_unproven)].join(' ')} />
  )
}

const DAY = { weekday: 'long', day: 'numeric', month: 'long' } as const

function OpenInvitation({ ends_at, mailed, token }: { ends_at: string | null; mailed: boolean; token: string }) {
  const heading = useId()
  const { isBusy, fault, run } = usePlaceCall(ROUTES.openInvitation, token)
  const { invited } = site().place

  async function take() {
    const opened = await run()
    if (opened) location.assign(invitationLink(location.origin, opened.token))
  }

  return (
    <section aria-labelledby={heading} className="place-invitation on-velvet">
      <div className="grow">
        <h2 id={heading} className="text-display">
          {invited.title}
        </h2>
        <p className="mt-3">
          {ends_at ? fill(invited.open, { day: new Date(ends_at).toLocaleString(locale(), DAY) }) : invited.coming}
        </p>
        {ends_at && mailed && (
          <button
            type="button"
            aria-disabled={isBusy}
            onClick={take}
            className={buttonStyle('primary', 'mt-4 w-full tablet:w-auto')}
          >
            {isBusy ? invited.working : invited.button}
          </button>
        )}
        <output className="block text-danger not-empty:mt-3">{fault && invited.failed}</output>
        {ends_at && !mailed && <FreshLink token={token} text={invited.fresh} />}
      </div>
      <First className="place-invitation-chair" />
    </section>
  )
}
