import { type FormEvent, type RefObject, useId, useRef, useState } from 'react'
import { Link } from 'wouter'
import { fill } from '#shared/values/fill.ts'
import { site } from '#shared/site/site.ts'
import { isEmail } from '#shared/values/email.ts'
import { paths } from '#shared/site/paths.ts'
import { MAX_LENGTH } from '#shared/values/text.ts'
import { isolated } from '#shared/values/isolated.ts'
import { askForLink } from '../../api/place.ts'
import { buttonStyle } from '../../ui/button.ts'
import { Stamp } from '../../ui/drawings/stamp.tsx'
import { useFocusOnArrival } from '../../ui/use-focus-on-arrival.ts'

type State = 'asking' | 'sending' | 'sent' | 'invalid' | 'failed'

/**
 * The reason why there is no place. `new`: there is no token. `ended`: the token is invalid. `deleted`: the person left
 * in another tab of this browser.
 */
type Reason = 'new' | 'ended' | 'deleted'

/** `newEmail`: the new email that the person had asked for before their link ended. */
type AskForLinkProps = { reason: Reason; newEmail?: string | undefined }

/** For visitors without a valid token: the reason, and a form that mails them their link, if they can ask for it. */
export function AskForLink({ reason, newEmail }: AskForLinkProps) {
  const heading = useFocusOnArrival()
  const id = useId()
  const { title, text } = wordsFor({ reason, newEmail })
  const canAsk = reason !== 'deleted' && sendsMail()

  return (
    <div className="page-width pt-8 pb-16 tablet:pt-14 tablet:pb-24">
      <section aria-labelledby={id} className="letter max-w-2xl">
        <div className="flex items-start justify-between gap-4">
          <h1 id={id} ref={heading} tabIndex={-1} className="mt-1 text-heading">
            {title}
          </h1>
          <Stamp />
        </div>
        <p className="mt-5 text-lead wrap-anywhere text-muted">
          {reason !== 'deleted' && !canAsk ? site().place.ask.noMail : text}
        </p>
        {reason === 'deleted' ? (
          <Link href={paths.home} className={buttonStyle('primary', 'mt-7')}>
            {site().place.ask.deleted.join}
          </Link>
        ) : (
          <>
            {canAsk && <LinkForm />}
            <Link href={paths.home} className={buttonStyle('bare', 'mt-4 -ml-2')}>
              {site().place.ask.join}
            </Link>
          </>
        )}
      </section>
    </div>
  )
}

function wordsFor({ reason, newEmail }: AskForLinkProps): { title: string; text: string } {
  if (reason === 'ended' && newEmail)
    return {
      title: site().place.ask.moved.title,
      text: fill(site().place.ask.moved.text, { email: isolated(newEmail) }),
    }
  return reason === 'new' ? site().place.ask : site().place.ask[reason]
}

/** Whether mail can be sent. The server writes the meta tag into the page if no mail server is set up. */
function sendsMail(): boolean {
  return document.querySelector('meta[name="mail"][content="none"]') === null
}

/**
 * A form that mails a person the link to their place. Every address gets the same message, which does not reveal who
 * has joined.
 */
function LinkForm() {
  const [state, setState] = useState<State>('asking')
  const field = useRef<HTMLInputElement>(null)
  const fault = state === 'invalid' || state === 'failed' ? site().place.ask[state] : null

  async function send(event: FormEvent) {
    event.preventDefault()
    if (state === 'sending') return
    const email = field.current!.value.trim()
    if (!isEmail(email)) {
      setState('invalid')
      return field.current!.focus()
    }
    setState('sending')
    setState((await askForLink(email)) === 'asked' ? 'sent' : 'failed')
  }

  return (
    <>
      <form noValidate onSubmit={send} className="mt-6 flex flex-col gap-3 tablet:flex-row tablet:items-start">
        <EmailField ref={field} isInvalid={state === 'invalid'} fault={fault} onInput={() => setState('asking')} />
        <button
          type="submit"
          aria-disabled={state === 'sending'}
          className={buttonStyle('primary', 'shrink-0 tablet:min-w-40')}
        >
          {state === 'sending' ? site().place.ask.sending : site().place.ask.send}
        </button>
      </form>
      <output className="block not-empty:mt-5">{state === 'sent' && <Sent />}</output>
    </>
  )
}

type EmailFieldProps = {
  ref: RefObject<HTMLInputElement | null>
  isInvalid: boolean
  /** The reason, in words, why no mail was requested; null if there is none. */
  fault: string | null
  onInput: () => void
}

function EmailField({ ref, isInvalid, fault, onInput }: EmailFieldProps) {
  const id = useId()
  return (
    <div className="min-w-0 tablet:grow">
      <label htmlFor={id} className="sr-only">
        {site().place.ask.label}
      </label>
      <input
        ref={ref}
        id={id}
        type="email"
        required
        autoComplete="email"
        maxLength={MAX_LENGTH.email}
        placeholder={site().signUp.placeholder}
        aria-invalid={isInvalid || undefined}
        aria-describedby={fault ? `${id}-fault` : undefined}
        onInput={onInput}
        className="field"
      />
      {fault && (
        <p id={`${id}-fault`} role="alert" className="mt-2 text-small text-danger">
          {fault}
        </p>
      )}
    </div>
  )
}

function Sent() {
  return (
    <>
      <strong className="block font-medium">{site().place.ask.sent}</strong>
      <span className="text-muted">{site().place.ask.sentNote}</span>
    </>
  )
}
