import { useId, useState } from 'react'
import { ROUTES } from '#shared/routes.ts'
import { exportFileName } from '#shared/joining/place-export.ts'
import type { Place } from '#shared/joining/place.ts'
import { localPath } from '#shared/site/pages.ts'
import { paths } from '#shared/site/paths.ts'
import { site } from '#shared/site/site.ts'
import { callPlace, isFault } from '../../calls/call-place.ts'
import { forgetEverywhere } from '../../storage/leavers.ts'
import { browserToken, forgetPlaceToken } from '../../storage/place-token.ts'
import { buttonStyle } from '../../ui/button.ts'
import { saveFile } from '../../ui/save-file.ts'
import { takeLostFocus } from '../../ui/take-lost-focus.ts'
import { useFocusOnArrival } from '../../ui/use-focus-on-arrival.ts'
import { FreshLink } from './fresh-link.tsx'
import { forgetLastPlace, type useOwnPlace, usePlaceCall } from './use-place.ts'

type DataPanelProps = {
  place: Place
  token: string
  own: Pick<ReturnType<typeof useOwnPlace>, 'isLeaving' | 'setLeaving' | 'setEnd'>
}

export function DataPanel({ place, token, own }: DataPanelProps) {
  const [needsLink, setNeedsLink] = useState(false)
  const [isLeaveOpen, setLeaveOpen] = useState(own.isLeaving)
  const exporting = usePlaceCall(ROUTES.placeExport, token)
  const asksForLink = needsLink || exporting.needsLink
  const heading = useId()
  const { data, leave } = site().place

  async function download() {
    const stored = await exporting.run()
    const file = new Blob([JSON.stringify(stored)], { type: 'application/json' })
    if (stored) saveFile(file, exportFileName(new Date().toISOString()))
  }

  return (
    <section aria-labelledby={heading} className="mt-12">
      <h2 id={heading} className="text-title">
        {data.title}
      </h2>
      <p className="mt-1 text-muted">{data.lead}</p>
      {!place.mailed || asksForLink ? (
        <FreshLink token={token} isAnswer={asksForLink} />
      ) : isLeaveOpen ? (
        <Leave
          {...{ place, token, own }}
          onLinkNeeded={() => setNeedsLink(true)}
          onCancel={() => setLeaveOpen(false)}
        />
      ) : (
        <>
          <button
            type="button"
            aria-disabled={exporting.isBusy}
            onClick={download}
            className={buttonStyle('quiet', 'mt-4 w-full tablet:w-auto')}
          >
            {exporting.isBusy ? data.loading : data.download}
          </button>
          <output className="block text-danger not-empty:mt-3">{exporting.fault && data.failed}</output>
          <button
            ref={takeLostFocus}
            type="button"
            onClick={() => setLeaveOpen(true)}
            className={buttonStyle('bare', 'place-danger mt-3 -ms-2')}
          >
            {leave.open}
          </button>
        </>
      )}
    </section>
  )
}

type LeaveProps = DataPanelProps & { onLinkNeeded: () => void; onCancel: () => void }

function Leave({ place, token, own, onLinkNeeded, onCancel }: LeaveProps) {
  const [isWorking, setWorking] = useState(false)
  const heading = useFocusOnArrival({ isPart: true })
  const { leave } = site().place

  async function confirm() {
    if (isWorking) return
    setWorking(true)
    // Set before the call: if its answer is lost, the token must be kept, because for an hour the server answers a
    // repeated deletion like the first one.
    own.setLeaving(true)
    const outcome = await callPlace(ROUTES.leave, token)
    setWorking(false)
    if (isFault(outcome)) {
      if (outcome.fault === 'failed') return
      own.setLeaving(false)
      return outcome.fault === 'ended' ? own.setEnd('ended') : onLinkNeeded()
    }
    forgetPlaceToken(token)
    forgetLastPlace()
    const { email, joined_position: joinedPosition } = place
    forgetEverywhere({ email, joinedPosition, codes: outcome.referral_codes })
    void forgetDeadToken()
    own.setEnd('deleted')
  }

  function cancel() {
    if (isWorking) return
    own.setLeaving(false)
    onCancel()
  }

  return (
    <div className="leave">
      <h3 ref={heading} tabIndex={-1} className="text-title">
        {leave.title}
      </h3>
      <p className="mt-3">{leave.text}</p>
      <p className="mt-2 text-small">
        <a href={localPath(paths.privacy)} target="_blank" rel="noreferrer" className="underline underline-offset-4">
          {leave.privacy}
        </a>
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        <button
          type="button"
          aria-disabled={isWorking}
          onClick={cancel}
          className={buttonStyle('primary', 'grow tablet:grow-0')}
        >
          {leave.cancel}
        </button>
        <button
          type="button"
          aria-disabled={isWorking}
          onClick={confirm}
          className={buttonStyle('quiet', 'place-danger grow tablet:grow-0')}
        >
          {isWorking ? leave.working : leave.confirm}
        </button>
      </div>
      <output className="block text-danger not-empty:mt-3">{own.isLeaving && !isWorking && leave.failed}</output>
    </div>
  )
}

/** It may be this person's, under an earlier email. */
async function forgetDeadToken() {
  const token = browserToken()
  if (!token) return
  const place = await callPlace(ROUTES.place, token)
  if (isFault(place) && place.fault === 'ended') forgetPlaceToken(token)
}
