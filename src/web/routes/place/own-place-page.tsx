import { type RefObject, useState } from 'react'
import { atOnceWords, sharingWords } from '#shared/joining/referral.ts'
import { site } from '#shared/site/site.ts'
import type { Place } from '#shared/joining/place.ts'
import { isolated } from '#shared/values/isolated.ts'
import { buttonStyle } from '../../ui/button.ts'
import { useFocusOnArrival } from '../../ui/use-focus-on-arrival.ts'
import { ReferralPanel } from '../thank-you/referral-panel.tsx'
import { useReferralRule } from '../thank-you/use-referral-rule.ts'
import { AnswersPanel } from './data/answers-panel.tsx'
import { AskForLink } from './ask-for-link.tsx'
import { DataPanel } from './data-panel.tsx'
import { EmailPanel } from './data/email-panel.tsx'
import { ForgetQuestion } from './forget-question.tsx'
import { FriendList } from './friend-list.tsx'
import { HistoryList } from './history-list.tsx'
import { LiveSign } from './live-sign.tsx'
import { NextFriend } from './next-friend.tsx'
import { OpenInvitation } from './open-invitation.tsx'
import { PlaceTicket } from './place-ticket.tsx'
import { StampCard } from './stamp-card.tsx'
import { useMove } from './use-move.ts'
import { type OwnPlace, useOwnPlace } from './use-place.ts'
import { Waiting } from './waiting.tsx'

type OwnPlacePageProps = {
  token: string
  /** Called when this device has forgotten the person. */
  onForgotten: () => void
  onRenewed: (token: string) => void
}

export function OwnPlacePage({ token, onForgotten, onRenewed }: OwnPlacePageProps) {
  const { replace, setLeaving, ...own } = useOwnPlace(token, onRenewed)
  if (own.end) return <AskForLink reason={own.end} newEmail={own.place?.waiting_change?.email} />
  if (!own.place) return <Waiting isFailing={own.isFailing} />
  return (
    <PlaceHere
      {...own}
      place={own.place}
      token={token}
      onPlace={replace}
      onForgotten={onForgotten}
      onLeaving={setLeaving}
    />
  )
}

type PlaceHereProps = Pick<OwnPlacePageProps, 'token' | 'onForgotten'> &
  OwnPlace & { place: Place; onPlace: (place: Place) => void; onLeaving: (isLeaving: boolean) => void }

function PlaceHere({ place, live, asOf, isLeaving, token, onPlace, onForgotten, onLeaving }: PlaceHereProps) {
  const heading = useFocusOnArrival()
  const move = useMove(place)
  const [isForgetting, setForgetting] = useState(false)
  // After an invitation, new friends no longer change the person's place.
  const isWaiting = place.state === 'waiting'

  return (
    <div className="page-width pt-6 pb-16 tablet:pt-10">
      <PlaceHead heading={heading} email={place.email} live={live} asOf={asOf} onNotYou={() => setForgetting(true)} />
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
            <PlaceTicket place={place} move={move} />
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
      <hr className="place-divider" />
      <div className="place-columns">
        <AnswersPanel place={place} token={token} onPlace={onPlace} />
        <div>
          <EmailPanel place={place} token={token} onPlace={onPlace} />
          <DataPanel place={place} token={token} isLeaving={isLeaving} onLeaving={onLeaving} />
        </div>
      </div>
    </div>
  )
}

type PlaceHeadProps = Pick<OwnPlace, 'live' | 'asOf'> & {
  heading: RefObject<HTMLHeadingElement | null>
  email: string
  onNotYou: () => void
}

/** The title, whether the page is live, and the person whose place it is. */
function PlaceHead({ heading, email, live, asOf, onNotYou }: PlaceHeadProps) {
  return (
    <div className="place-head">
      <h1 ref={heading} tabIndex={-1} className="text-heading">
        {site().place.title}
      </h1>
      <LiveSign live={live} asOf={asOf} />
      <p className="place-who">
        <span className="min-w-0 wrap-anywhere">
          {site().place.who.for} <strong className="font-medium text-ink">{isolated(email)}</strong>
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
