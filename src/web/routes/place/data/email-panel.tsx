import { type RefObject, useId, useState } from 'react'
import { ROUTES } from '#shared/routes.ts'
import { fill } from '#shared/values/fill.ts'
import { site } from '#shared/site/site.ts'
import { isEmail, isMailable, readEmail, UNREACHABLE_EMAIL } from '#shared/values/email.ts'
import type { Place } from '#shared/joining/place.ts'
import { MAX_LENGTH } from '#shared/values/text.ts'
import { isolated } from '#shared/values/isolated.ts'
import { callPlace, isFault } from '../../../calls/call-place.ts'
import { buttonStyle } from '../../../ui/button.ts'
import { EmailQuestion } from '../../../ui/email-question.tsx'
import { takeLostFocus } from '../../../ui/take-lost-focus.ts'
import { useFocusOnArrival } from '../../../ui/use-focus-on-arrival.ts'
import { FreshLink } from './fresh-link.tsx'
import { ResumeMail } from './resume-mail.tsx'

type EmailPanelProps = { place: Place; token: string; onPlace: (place: Place) => void }

/** The email, and a form for a new one, which the person has to confirm first. */
export function EmailPanel({ place, token, onPlace }: EmailPanelProps) {
  const heading = useId()
  const waiting = place.waiting_change?.email
  const { email } = site().place
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="text-title">
        {email.title}
      </h2>
      <p className="mt-3 wrap-anywhere">
        {isolated(place.email)}
        {place.confirmed_at && <span className="friend-state ml-2">{email.confirmed}</span>}
      </p>
      <WishForMail place={place} token={token} onPlace={onPlace} />
      <output className="block not-empty:mt-2">{waiting && fill(email.waiting, { email: isolated(waiting) })}</output>
      <EmailChange place={place} token={token} onPlace={onPlace} />
    </section>
  )
}

/** A note for people who get no mail, with a button to resume mail that they had stopped. */
function WishForMail({ place, token, onPlace }: EmailPanelProps) {
  const [isResumed, setResumed] = useState(false)
  const { email } = site().place
  return (
    <>
      {!place.wants_mail ? (
        <ResumeMail
          place={place}
          token={token}
          onResumed={(place) => {
            onPlace(place)
            setResumed(true)
          }}
        />
      ) : (
        !place.gets_mail && <p className="mt-1 text-muted">{email.noMail}</p>
      )}
      <output className="block not-empty:mt-2">
        {isResumed && place.gets_mail && (
          <span ref={takeLostFocus} tabIndex={-1}>
            {email.resumed}
          </span>
        )}
      </output>
    </>
  )
}

/** A button, and the form for a new email that it opens. */
function EmailChange({ place, token, onPlace }: EmailPanelProps) {
  const [state, setState] = useState<'shown' | 'changing' | 'link-needed'>('shown')
  return (
    <>
      {state === 'shown' && (
        <button
          ref={takeLostFocus}
          type="button"
          onClick={() => setState(place.mailed ? 'changing' : 'link-needed')}
          className={buttonStyle('bare', '-ml-2')}
        >
          {site().place.email.change}
        </button>
      )}
      {state === 'changing' && (
        <EmailForm
          token={token}
          onAsked={(email) => {
            // Set without waiting for the next event: the link in the mail may end this tab's token before that event.
            onPlace({ ...place, waiting_change: { email, asked_at: new Date().toISOString() } })
            setState('shown')
          }}
          onLinkNeeded={() => setState('link-needed')}
          onCancel={() => setState('shown')}
        />
      )}
      {state === 'link-needed' && <FreshLink token={token} isAnswer />}
    </>
  )
}

type EmailFormProps = {
  token: string
  onAsked: (email: string) => void
  onLinkNeeded: () => void
  onCancel: () => void
}

function EmailForm({ token, onAsked, onLinkNeeded, onCancel }: EmailFormProps) {
  const [isSending, setSending] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const [asked, setAsked] = useState('')
  const field = useFocusOnArrival<HTMLInputElement>({ isPart: true })
  const { email: text, answers } = site().place

  async function send() {
    if (isSending) return
    const email = readEmail(field.current!.value)
    setAsked(email)
    if (!isMailable(email)) {
      setFault(isEmail(email) ? UNREACHABLE_EMAIL : text.invalid)
      return field.current!.focus()
    }
    field.current!.value = email
    setSending(true)
    const outcome = await callPlace(ROUTES.moveEmail, token, { email })
    setSending(false)
    if (!isFault(outcome)) return onAsked(email)
    if (outcome.fault === 'link-needed') return onLinkNeeded()
    setFault(outcome.fault === 'fields' ? text.invalid : (outcome.fault === 'failed' && outcome.message) || text.failed)
  }

  function change() {
    setFault(null)
    setAsked('')
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
      className="mt-3"
    >
      <EmailField ref={field} isSending={isSending} fault={fault} onInput={change} />
      <EmailQuestion
        email={asked}
        onYes={(meant) => {
          field.current!.value = meant
          void send()
        }}
      />
      <div className="mt-3 flex flex-wrap gap-3">
        <button type="submit" aria-disabled={isSending} className={buttonStyle('primary')}>
          {isSending ? text.sending : text.send}
        </button>
        <button
          type="button"
          aria-disabled={isSending}
          onClick={() => isSending || onCancel()}
          className={buttonStyle('quiet')}
        >
          {answers.cancel}
        </button>
      </div>
    </form>
  )
}

type EmailFieldProps = {
  ref: RefObject<HTMLInputElement | null>
  isSending: boolean
  fault: string | null
  onInput: () => void
}

/** The field, and below it a note or the error. */
function EmailField({ ref, isSending, fault, onInput }: EmailFieldProps) {
  const text = site().place.email
  const id = useId()
  return (
    <>
      <label htmlFor={id} className="text-small text-muted">
        {text.label}
      </label>
      <input
        ref={ref}
        id={id}
        type="email"
        required
        readOnly={isSending}
        autoComplete="email"
        maxLength={MAX_LENGTH.email}
        aria-invalid={fault !== null || undefined}
        aria-describedby={`${id}-note`}
        onInput={onInput}
        className="field read-only:text-muted"
      />
      <p
        id={`${id}-note`}
        role={fault ? 'alert' : undefined}
        className={`mt-2 text-small ${fault ? 'text-danger' : 'text-muted'}`}
      >
        {fault ?? text.note}
      </p>
    </>
  )
}
