import { useState } from 'react'
import { useLocation } from 'wouter'
import { ROUTES } from '#shared/routes.ts'
import { site } from '#shared/site/site.ts'
import { paths, receiptLink } from '#shared/site/paths.ts'
import type { Place } from '#shared/joining/place.ts'
import { callPlace, isFault } from '../../calls/call-place.ts'
import { prefetch } from '../../loading/page-chunks.ts'
import { forgetEverywhere } from '../../storage/leavers.ts'
import { browserToken, forgetPlaceToken } from '../../storage/place-token.ts'
import { buttonStyle } from '../../ui/button.ts'
import { useFocusOnArrival } from '../../ui/use-focus-on-arrival.ts'
import { forgetLastPlace } from './use-place.ts'

type LeaveProps = {
  place: Place
  token: string
  /** Whether a deletion was asked for and its answer is unknown. */
  isLeaving: boolean
  onLeaving: (isLeaving: boolean) => void
  onLinkNeeded: () => void
  onCancel: () => void
}

/** Explains what is deleted and what stays, and deletes the person's data. */
export function Leave({ place, token, isLeaving, onLeaving, onLinkNeeded, onCancel }: LeaveProps) {
  const { isWorking, confirm } = useDeletion({ place, token, onLeaving, onLinkNeeded })
  const heading = useFocusOnArrival({ isPart: true })
  const { leave } = site().place

  function cancel() {
    if (isWorking) return
    onLeaving(false)
    onCancel()
  }

  return (
    <div className="leave">
      <h3 ref={heading} tabIndex={-1} className="text-title">
        {leave.title}
      </h3>
      <WhatHappens />
      <p className="mt-4 text-small">
        <a href={paths.privacy} target="_blank" rel="noreferrer" className="underline underline-offset-4">
          {leave.privacy}
        </a>
      </p>
      <LeaveButtons isWorking={isWorking} onCancel={cancel} onConfirm={confirm} />
      <output className="block text-danger not-empty:mt-3">{isLeaving && !isWorking && leave.failed}</output>
    </div>
  )
}

type Deletion = Pick<LeaveProps, 'place' | 'token' | 'onLeaving' | 'onLinkNeeded'>

/** Deletes the place, forgets it in this browser, and opens the receipt. */
function useDeletion({ place: { email, joined_position }, token, onLeaving, onLinkNeeded }: Deletion) {
  const [isWorking, setWorking] = useState(false)
  const [, navigate] = useLocation()

  async function confirm() {
    if (isWorking) return
    setWorking(true)
    // Fetched first, so that a lost network cannot hide the receipt.
    prefetch('receipt')
    // Set before the request, because the deletion ends the live connection while the token must be kept for a retry:
    // for an hour, the server answers a repeated deletion like the first one.
    onLeaving(true)
    const outcome = await callPlace(ROUTES.leave, token)
    if (!isFault(outcome)) {
      forgetPlaceToken(token)
      forgetLastPlace()
      forgetEverywhere({ email, joinedPosition: joined_position, codes: outcome.referral_codes })
      void forgetDeadToken()
      return navigate(receiptLink('', outcome.receipt_token), { replace: true })
    }
    setWorking(false)
    if (outcome.fault === 'failed') return
    onLeaving(false)
    if (outcome.fault === 'link-needed') onLinkNeeded()
  }

  return { isWorking, confirm }
}

/** The list of the data that is deleted, and the list of the data that stays. */
function WhatHappens() {
  const { goes, stays } = site().place.leave
  return (
    <>
      {[goes, stays].map(({ title, list }, part) => (
        <div key={part}>
          <h4 className="mt-4 font-medium">{title}</h4>
          <ul>
            {list.map((line, index) => (
              <li key={index}>{line}</li>
            ))}
          </ul>
        </div>
      ))}
    </>
  )
}

type LeaveButtonsProps = { isWorking: boolean; onCancel: () => void; onConfirm: () => void }

function LeaveButtons({ isWorking, onCancel, onConfirm }: LeaveButtonsProps) {
  const { leave } = site().place
  return (
    <div className="mt-5 flex flex-wrap gap-3">
      <button
        type="button"
        aria-disabled={isWorking}
        onClick={onCancel}
        className={buttonStyle('primary', 'grow tablet:grow-0')}
      >
        {leave.cancel}
      </button>
      <button
        type="button"
        aria-disabled={isWorking}
        onClick={onConfirm}
        className={buttonStyle('quiet', 'place-danger grow tablet:grow-0')}
      >
        {isWorking ? leave.working : leave.confirm}
      </button>
    </div>
  )
}

/** Forgets the browser's token if it is no longer valid: it may be this person's, under an earlier email. */
async function forgetDeadToken() {
  const token = browserToken()
  if (!token) return
  const place = await callPlace(ROUTES.place, token)
  if (isFault(place) && place.fault === 'ended') forgetPlaceToken(token)
}
