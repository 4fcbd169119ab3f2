import { useState } from 'react'
import { useLocation } from 'wouter'
import { place as words } from '#site/place.ts'
import { paths } from '#shared/paths.ts'
import { isFault, leaveList } from '../../api/place.ts'
import { prefetch } from '../../frame/page-chunks.ts'
import { forgetLocalSubmission } from '../../storage/keep-submissions.ts'
import { forgetPlaceToken } from '../../storage/place-token.ts'
import { buttonStyle } from '../../ui/button.ts'
import { useFocusOnArrival } from '../../ui/use-focus-on-arrival.ts'
import { forgetLastPlace } from './use-place.ts'

type LeaveProps = {
  email: string
  token: string
  onLeaving: (isLeaving: boolean) => void
  onLinkNeeded: () => void
  onCancel: () => void
}

/** What deletion does, honestly, and the button that does it. */
export function Leave({ email, token, onLeaving, onLinkNeeded, onCancel }: LeaveProps) {
  const [isWorking, setWorking] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const [, navigate] = useLocation()
  const heading = useFocusOnArrival({ isPart: true })
  const { leave } = words

  async function confirm() {
    if (isWorking) return
    setWorking(true)
    setFailed(false)
    // The receipt may not be missing for want of a script. While this page leaves, the place ends, as it should.
    prefetch('receipt')
    onLeaving(true)
    const outcome = await leaveList(token)
    if (!isFault(outcome)) {
      forgetPlaceToken(token)
      forgetLastPlace()
      forgetLocalSubmission(email)
      return navigate(`${paths.receipt}#${outcome.receipt_token}`, { replace: true })
    }
    onLeaving(false)
    setWorking(false)
    if (outcome.fault === 'link-needed') onLinkNeeded()
    else setFailed(true)
  }

  return (
    <div className="leave">
      <h3 ref={heading} tabIndex={-1} className="text-title">
        {leave.title}
      </h3>
      {[leave.goes, leave.stays].map(({ title, list }) => (
        <div key={title}>
          <h4 className="mt-4 font-medium">{title}</h4>
          <ul>
            {list.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      ))}
      <p className="mt-4 text-small">
        <a href={paths.privacy} target="_blank" rel="noreferrer" className="underline underline-offset-4">
          {leave.privacy}
        </a>
      </p>
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
          onClick={confirm}
          className={buttonStyle('quiet', 'place-danger grow tablet:grow-0')}
        >
          {isWorking ? leave.working : leave.confirm}
        </button>
      </div>
      <output className="block text-danger not-empty:mt-3">{hasFailed && leave.failed}</output>
    </div>
  )
}
