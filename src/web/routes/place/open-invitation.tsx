import { useId, useState } from 'react'
import { ROUTES } from '#shared/routes.ts'
import { fill } from '#shared/values/fill.ts'
import { site } from '#shared/site/site.ts'
import { invitationLink } from '#shared/site/paths.ts'
import { callPlace, isFault } from '../../calls/call-place.ts'
import { buttonStyle } from '../../ui/button.ts'
import { FirstChair } from '../../ui/drawings/first-chair.tsx'
import { FreshLink } from './data/fresh-link.tsx'

const DAY = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' })

type OpenInvitationProps = { ends_at: string | null; mailed: boolean; token: string }

/**
 * The invitation of a person whose turn it is. Opening it needs a link that was mailed in the last hour; otherwise the
 * page offers one.
 */
export function OpenInvitation({ ends_at, mailed, token }: OpenInvitationProps) {
  const heading = useId()
  const [state, setState] = useState<'idle' | 'working' | 'failed'>('idle')
  const { invited } = site().place

  async function take() {
    if (state === 'working') return
    setState('working')
    const outcome = await callPlace(ROUTES.openInvitation, token)
    if (isFault(outcome)) return setState('failed')
    location.assign(invitationLink(location.origin, outcome.token))
  }

  return (
    <section aria-labelledby={heading} className="place-invitation on-velvet">
      <div className="grow">
        <h2 id={heading} className="text-display">
          {invited.title}
        </h2>
        <p className="mt-3">{ends_at ? fill(invited.open, { day: DAY.format(new Date(ends_at)) }) : invited.coming}</p>
        {ends_at && mailed && (
          <button
            type="button"
            aria-disabled={state === 'working'}
            onClick={take}
            className={buttonStyle('primary', 'mt-4 w-full tablet:w-auto')}
          >
            {state === 'working' ? invited.working : invited.button}
          </button>
        )}
        <output className="block text-danger not-empty:mt-3">{state === 'failed' && invited.failed}</output>
        {ends_at && !mailed && <FreshLink token={token} text={invited.fresh} />}
      </div>
      <FirstChair className="place-invitation-chair" />
    </section>
  )
}
