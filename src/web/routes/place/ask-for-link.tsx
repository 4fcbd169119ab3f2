import { type RefObject, useId, useRef, useState } from 'react'
import { Link } from 'wouter'
import { ROUTES } from '#shared/routes.ts'
import { fill, isolated } from '#shared/values/language.ts'
import { site } from '#shared/site/site.ts'
import { isEmail, isMailable, readEmail } from '#shared/values/email.ts'
import { paths } from '#shared/site/paths.ts'
import { MAX_LENGTH } from '#shared/values/text.ts'
import { call } from '../../calls/call.ts'
import { sendsMail } from '../../calls/call-place.ts'
import { buttonStyle } from '../../ui/button.ts'
import { EmailQuestion } from '../../ui/email-question.tsx'
import { Stamp } from '../../ui/drawings/stamp.tsx'
import { useFocusOnArrival } from '../../ui/use-focus-on-arrival.ts'
import { CodeForm } from './code-form.tsx'

type State = 'asking' | 'sending' | 'sent' | 'missing' | 'invalid' | 'unreachable' | 'failed'

/** `new`: there is no token. `ended`: the token is invalid. `deleted`: the person has left. */
type Reason = 'new' | 'ended' | 'deleted'

type AskForLinkProps = { reason: Reason; newEmail?: string | undefined }

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
            {canAsk && <LinkForms />}
            <Link href={paths.home} className={buttonStyle('bare', 'mt-4 -ms-2')}>
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

/** Every address gets the same message, which does not reveal who has joined. */
function LinkForms() {
  const [state, setState] = useState<State>('asking')
  const [asked, setAsked] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const faults: Partial<Record<State, string>> = {
    missing: site().place.ask.code.email,
    invalid: site().place.ask.invalid,
    unreachable: site().signUp.unreachable,
    failed: site().place.ask.failed,
  }
  const fault = faults[state] ?? null

  function typedEmail(empty: State = 'invalid'): string | null {
    const email = readEmail(field.current!.value)
    setAsked(email)
    if (isMailable(email)) return (field.current!.value = email)
    setState(isEmail(email) ? 'unreachable' : email === '' ? empty : 'invalid')
    field.current!.focus()
    return null
  }

  async function send() {
    if (state === 'sending') return
    const email = typedEmail()
    if (email === null) return
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
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
        className="mt-6 flex flex-col gap-3 tablet:flex-row tablet:items-start"
      >
        <EmailField
          ref={field}
          isInvalid={fault !== null && state !== 'failed'}
          fault={fault}
          onInput={() => setState('asking')}
        />
        <button
          type="submit"
          aria-disabled={state === 'sending'}
          className={buttonStyle('primary', 'shrink-0 tablet:min-w-40')}
        >
          {state === 'sending' ? site().place.ask.sending : site().place.ask.send}
        </button>
      </form>
      {state === 'unreachable' && (
        <EmailQuestion
          email={asked}
          onYes={(meant) => {
            field.current!.value = meant
            void send()
          }}
        />
      )}
      <output className="block not-empty:mt-5">{state === 'sent' && <Sent />}</output>
      <CodeForm emailOf={() => typedEmail('missing')} />
    </>
  )
}

type EmailFieldProps = {
  ref: RefObject<HTMLInputElement | null>
  isInvalid: boolean
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
