import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { isEmail, meantEmail, readEmail } from '#shared/values/email.ts'
import { site } from '#shared/site/site.ts'
import { MAX_LENGTH } from '#shared/values/text.ts'
import { buttonStyle } from '../../ui/button.ts'
import { EmailQuestion } from '../../ui/email-question.tsx'

/** Returns false if the text is not an email: then the form says so. */
export type TakeTyped = () => boolean

type SignupEmailProps = {
  email: string
  onChange: (email: string) => void
  disabled: boolean
  isUnreachable: boolean
  takerRef: RefObject<TakeTyped | null>
}

export function SignupEmail({ email, onChange, disabled, isUnreachable, takerRef }: SignupEmailProps) {
  const [state, setState] = useState<'shown' | 'changing' | 'done'>('shown')
  const change = useRef<HTMLButtonElement>(null)

  // The form is gone, so the focus goes to the button that replaced it.
  useEffect(() => {
    if (state === 'done') change.current?.focus()
  }, [state])

  function save(typed: string, next: 'shown' | 'done') {
    setState(next)
    if (typed !== email || isUnreachable) onChange(typed)
  }

  if (state === 'changing' || isUnreachable)
    return (
      <EmailForm
        email={email}
        fault={isUnreachable ? site().signUp.unreachable : null}
        takerRef={takerRef}
        onSave={save}
        onCancel={() => save(email, 'done')}
      />
    )
  const words = site().form.email
  return (
    <>
      <p className="flex min-w-0 flex-wrap items-center gap-x-3">
        <span className="min-w-0 wrap-anywhere">
          <span className="sr-only tablet:not-sr-only">{words.joiningAs} </span>
          <strong className="font-medium text-ink">{email}</strong>
        </span>
        <button
          ref={change}
          type="button"
          disabled={disabled}
          onClick={() => setState('changing')}
          aria-label={words.title}
          className={buttonStyle('bare', '-mx-2 -my-2.5 shrink-0')}
        >
          {words.change}
        </button>
      </p>
      <EmailQuestion email={email} onYes={onChange} />
    </>
  )
}

type EmailFormProps = Pick<SignupEmailProps, 'email' | 'takerRef'> & {
  fault: string | null
  /** 'shown' leaves the focus where it is. */
  onSave: (email: string, next: 'shown' | 'done') => void
  onCancel: () => void
}

function EmailForm({ email, fault, takerRef, onSave, onCancel }: EmailFormProps) {
  const [invalid, setInvalid] = useState(false)
  const [asked, setAsked] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const words = site().form.email

  // The pressed button is gone, so the focus goes to the field that replaced it.
  useEffect(() => field.current?.select(), [])

  useEffect(() => {
    takerRef.current = () => take('shown')
    return () => {
      takerRef.current = null
    }
  })

  function take(next: 'shown' | 'done'): boolean {
    const typed = readEmail(field.current!.value)
    const isAsking = meantEmail(typed) !== null && asked !== typed
    const isTaken = isEmail(typed) && !isAsking
    // Synchronously, because the answers may be sent next.
    if (isTaken) flushSync(() => onSave(typed, next))
    else {
      setInvalid(!isEmail(typed))
      setAsked(isAsking ? typed : '')
      field.current!.focus()
    }
    return isTaken
  }

  function save(event: FormEvent) {
    event.preventDefault()
    take('done')
  }

  return (
    <form noValidate onSubmit={save} aria-label={words.title} className="signup-email">
      <EmailField
        ref={field}
        email={email}
        fault={invalid ? site().signUp.invalid : fault}
        onInput={() => {
          setInvalid(false)
          setAsked('')
        }}
      />
      <button type="submit" className={buttonStyle('quiet', 'shrink-0')}>
        {words.save}
      </button>
      <button type="button" onClick={onCancel} className={buttonStyle('bare', 'shrink-0')}>
        {words.cancel}
      </button>
      <EmailQuestion email={asked || (fault === null ? '' : email)} onYes={(meant) => onSave(meant, 'done')} />
    </form>
  )
}

type EmailFieldProps = {
  ref: RefObject<HTMLInputElement | null>
  email: string
  fault: string | null
  onInput: () => void
}

function EmailField({ ref, email, fault, onInput }: EmailFieldProps) {
  const id = useId()
  return (
    <>
      <label htmlFor={id} className="sr-only">
        {site().signUp.label}
      </label>
      <input
        ref={ref}
        id={id}
        type="email"
        required
        autoComplete="email"
        enterKeyHint="done"
        maxLength={MAX_LENGTH.email}
        defaultValue={email}
        aria-invalid={fault !== null || undefined}
        aria-describedby={fault === null ? undefined : `${id}-error`}
        onInput={onInput}
        className="field min-w-0 basis-full tablet:flex-1"
      />
      {fault !== null && (
        <p id={`${id}-error`} className="basis-full text-danger">
          {fault}
        </p>
      )}
    </>
  )
}
