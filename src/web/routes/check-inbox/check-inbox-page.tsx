import { useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { site } from '#shared/site/site.ts'
import { normalizeEmail } from '#shared/values/normalize-email.ts'
import { paths } from '#shared/site/paths.ts'
import { isolated } from '#shared/values/language.ts'
import { askedSignup } from '../../storage/asked-signup.ts'
import { useLeavers } from '../../storage/leavers.ts'
import { PLACE_EMAIL } from '../../storage/place-token.ts'
import { saveSignup, type Signup } from '../../storage/signup.ts'
import { buttonStyle } from '../../ui/button.ts'
import { QueueMark } from '../../ui/drawings/queue-mark.tsx'
import { useFocusOnArrival } from '../../ui/use-focus-on-arrival.ts'
import { forgetAsked } from '../form/draft.ts'
import { CodeForm } from '../place/code-form.tsx'
import { ROUTES } from '#shared/routes.ts'
import { call } from '../../calls/call.ts'
import { takeLostFocus } from '../../ui/take-lost-focus.ts'
import './check-inbox.css'

/** Its text does not reveal who has joined before. */
export function CheckInboxPage() {
  const [signup] = useState(askedSignup)
  const [, navigate] = useLocation()
  const heading = useFocusOnArrival()

  useLeavers(({ email }) => {
    if (signup && normalizeEmail(signup.email) === email) navigate(paths.home)
  })
  useFollowPress(signup, navigate)

  function changeAddress() {
    saveSignup(signup!)
    navigate(paths.form)
  }

  function forget() {
    forgetAsked(signup!)
    navigate(paths.home)
  }

  return (
    <div className="page-width grid grid-cols-[minmax(0,1fr)] items-start gap-10 pt-8 pb-16 tablet:pt-12 desktop:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)] desktop:gap-16">
      <div>
        <h1 ref={heading} tabIndex={-1} className="mb-6 text-heading">
          {site().checkInbox.title}
        </h1>
        <div className="ticket on-velvet">
          <div className="envelope" aria-hidden="true">
            <QueueMark className="envelope-seal" />
          </div>
          <p className="ticket-words text-display">{site().checkInbox.ticket}</p>
          <p className="ticket-stub ticket-edge">
            <span>{site().brand.name}</span>
            <span>{site().brand.opens}</span>
          </p>
        </div>
      </div>
      <Instructions signup={signup} onWrongAddress={changeAddress} onForget={forget} />
    </div>
  )
}

function useFollowPress(signup: Signup | null, navigate: (path: string) => void) {
  useEffect(() => {
    const follow = ({ key, newValue }: StorageEvent) => {
      if (signup && key === PLACE_EMAIL && newValue === normalizeEmail(signup.email)) {
        forgetAsked(signup)
        navigate(paths.place)
      }
    }
    addEventListener('storage', follow)
    return () => removeEventListener('storage', follow)
  }, [signup, navigate])
}

type InstructionsProps = { signup: Signup | null; onWrongAddress: () => void; onForget: () => void }

function Instructions({ signup, onWrongAddress, onForget }: InstructionsProps) {
  return (
    <div className="desktop:pt-20">
      <p className="text-lead">
        {signup ? (
          <>
            {site().checkInbox.text.before}{' '}
            <strong className="font-medium wrap-anywhere">{isolated(signup.email)}</strong>
            {site().checkInbox.text.after}
          </>
        ) : (
          site().checkInbox.textAlone
        )}
      </p>
      <p className="mt-4 text-muted">{site().checkInbox.spam}</p>
      {signup && (
        <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
          <SendAgain email={signup.email} />
          <button type="button" onClick={onWrongAddress} className={buttonStyle('bare', '-ms-2')}>
            {site().checkInbox.wrong}
          </button>
        </div>
      )}
      {signup && <CodeForm emailOf={() => signup.email} />}
      <div className="mt-6 flex flex-wrap gap-x-4">
        <Link href={paths.home} className={buttonStyle('bare', '-ms-2')}>
          {site().checkInbox.home}
        </Link>
        {signup && (
          <button type="button" onClick={onForget} className={buttonStyle('bare', '-ms-2')}>
            {site().checkInbox.forget}
          </button>
        )}
      </div>
    </div>
  )
}

/** A mail takes a moment to arrive. */
const PATIENCE_MS = 30_000

type State = 'too early' | 'offered' | 'sending' | 'sent' | 'failed'

/** It asks for the link to the place: people who have not confirmed get the confirmation instead. */
function SendAgain({ email }: { email: string }) {
  const [state, setState] = useState<State>('too early')
  useEffect(() => {
    const timer = setTimeout(() => setState('offered'), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])

  async function send() {
    if (state === 'sending') return
    setState('sending')
    setState(
      await call(ROUTES.mailLink, { email }).then(
        () => 'sent' as const,
        () => 'failed' as const,
      ),
    )
  }

  return (
    <>
      {state !== 'too early' && state !== 'sent' && (
        <button
          type="button"
          aria-disabled={state === 'sending'}
          onClick={() => send()}
          className={buttonStyle('quiet')}
        >
          {state === 'sending' ? site().checkInbox.sending : site().checkInbox.again}
        </button>
      )}
      <output
        ref={state === 'sent' ? takeLostFocus : undefined}
        tabIndex={-1}
        className={`basis-full empty:hidden ${state === 'failed' ? 'text-danger' : 'text-muted'}`}
      >
        {state === 'sent' && site().checkInbox.sent}
        {state === 'failed' && site().checkInbox.failed}
      </output>
    </>
  )
}
