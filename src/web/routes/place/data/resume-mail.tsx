import { useState } from 'react'
import { ROUTES } from '#shared/routes.ts'
import { site } from '#shared/site/site.ts'
import type { Place } from '#shared/joining/place.ts'
import { callPlace, isFault } from '../../../calls/call-place.ts'
import { buttonStyle } from '../../../ui/button.ts'
import { FreshLink } from './fresh-link.tsx'

type State = 'offered' | 'working' | 'link-needed' | 'failed'
type ResumeMailProps = { place: Place; token: string; onResumed: (place: Place) => void }

/**
 * A button for people who had stopped their mail. Strangers must not resume it, so this requires a link that was mailed
 * in the last hour.
 */
export function ResumeMail({ place, token, onResumed }: ResumeMailProps) {
  const [state, setState] = useState<State>('offered')
  const { email } = site().place

  async function resume() {
    if (state === 'working') return
    if (!place.mailed) return setState('link-needed')
    setState('working')
    const outcome = await callPlace(ROUTES.resumeMail, token)
    if (!isFault(outcome)) return onResumed(outcome)
    setState(outcome.fault === 'link-needed' ? 'link-needed' : 'failed')
  }

  return (
    <>
      <p className="mt-1 text-muted">{email.unwanted}</p>
      {state === 'link-needed' ? (
        <FreshLink token={token} isAnswer />
      ) : (
        <button
          type="button"
          aria-disabled={state === 'working'}
          onClick={() => void resume()}
          className={buttonStyle('bare', '-ml-2')}
        >
          {state === 'working' ? email.resuming : email.resume}
        </button>
      )}
      <output className="block text-danger">{state === 'failed' && email.failed}</output>
    </>
  )
}
