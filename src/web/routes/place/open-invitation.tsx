import { locale } from '#shared/values/language.ts'
import { useId } from 'react'
import { ROUTES } from '#shared/routes.ts'
import { fill } from '#shared/values/fill.ts'
import { site } from '#shared/site/site.ts'
import { invitationLink } from '#shared/site/paths.ts'
import { buttonStyle } from '../../ui/button.ts'
import { First } from '../../ui/drawings/queue.tsx'
import { FreshLink } from './fresh-link.tsx'
import { usePlaceCall } from './use-place.ts'

const DAY = { weekday: 'long', day: 'numeric', month: 'long' } as const

type OpenInvitationProps = { ends_at: string | null; mailed: boolean; token: string }

export function OpenInvitation({ ends_at, mailed, token }: OpenInvitationProps) {
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
