import { useId } from 'react'
import { site } from '#shared/site/site.ts'
import { placeLink } from '#shared/site/paths.ts'
import { sendsMail } from '../../calls/call-place.ts'
import { forgetPerson } from '../../storage/forget-person.ts'
import { forgetPlaceToken, keptFragment, PLACE_EMAIL } from '../../storage/place-token.ts'
import { readStored } from '../../storage/storage.ts'
import { buttonStyle } from '../../ui/button.ts'
import { useFocusOnArrival } from '../../ui/use-focus-on-arrival.ts'
import { CopyLink } from '../thank-you/copy-link.tsx'

type ForgetQuestionProps = {
  token: string
  /** Null if the server has not told whose token this is. */
  place: { email: string; referral_code: string } | null
  onForgotten: () => void
  onCancel: () => void
}

export function ForgetQuestion({ token, place, onForgotten, onCancel }: ForgetQuestionProps) {
  const id = useId()
  const heading = useFocusOnArrival({ isPart: true })
  const { forget, keep } = site().keptPlace

  function confirm() {
    const email = place?.email ?? readStored('localStorage', PLACE_EMAIL)
    // Another person may have joined in this browser since this tab was opened: what is theirs stays.
    if (email) forgetPerson({ email, codes: place ? [place.referral_code] : [] })
    forgetPlaceToken(token)
    onForgotten()
  }

  return (
    <section aria-labelledby={id} className="mb-6 max-w-xl rounded-control border border-edge bg-raised p-5">
      <h2 id={id} ref={heading} tabIndex={-1} className="text-title">
        {forget.title}
      </h2>
      <p className="mt-2">{forget.goes}</p>
      {sendsMail() ? (
        <p className="mt-2">{forget.byMail}</p>
      ) : (
        <>
          <p className="mt-2 mb-4">{forget.noMail}</p>
          <CopyLink label={keep} link={placeLink(location.origin, keptFragment(token))} />
        </>
      )}
      <div className="mt-5 flex flex-wrap gap-3">
        <button type="button" onClick={onCancel} className={buttonStyle('primary', 'grow tablet:grow-0')}>
          {forget.cancel}
        </button>
        <button type="button" onClick={confirm} className={buttonStyle('quiet', 'grow tablet:grow-0')}>
          {forget.confirm}
        </button>
      </div>
    </section>
  )
}
