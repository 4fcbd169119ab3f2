import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { isEmail } from '#shared/values/email.ts'
import { site } from '#shared/site/site.ts'
import { MAX_LENGTH } from '#shared/values/text.ts'
import { buttonStyle } from '../../ui/button.ts'

/** Saves the email that is typed in the open form. Returns false if it is not an email: then the form says so. */
export type TakeTyped = () => boolean

type SignupEmailProps = {
  email: string
  onChange: (email: string) => void
  disabled: boolean
  /** Set while the form is open. */
  takerRef: RefObject<TakeTyped | null>
}

/** The email that the visitor signs up with, and a form to change it. */
export function SignupEmail({ email, onChange, disabled, takerRef }: SignupEmailProps) {
  const [state, setState] = useState<'shown' | 'changing' | 'done'>('shown')
  const change = useRef<HTMLButtonElement>(null)

  // The form is gone, so the focus goes to the button that replaced it.
  useEffect(() => {
    if (state === 'done') change.current?.focus()
  }, [state])

  function save(typed: string, next: 'shown' | 'done') {
    setState(next)
    if (typed !== email) onChange(typed)
  }

  if (state === 'changing')
    return <EmailForm email={email} takerRef={takerRef} onSave={save} onCancel={() => setState('done')} />
  return <Shown ref={change} email={email} disabled={disabled} onPress={() => setState('changing')} />
}

type EmailFormProps = Pick<SignupEmailProps, 'email' | 'takerRef'> & {
  /** `next`: 'shown' leaves the focus where it is. */
  onSave: (email: string, next: 'shown' | 'done') => void
  onCancel: () => void
}

function EmailForm({ email, takerRef, onSave, onCancel }: EmailFormProps) {
  const [invalid, setInvalid] = useState(false)
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
    const typed = field.current!.value.trim()
    // Synchronously, because the answers may be sent next.
    if (isEmail(typed)) flushSync(() => onSave(typed, next))
    else {
      setInvalid(true)
      field.current!.focus()
    }
    return isEmail(typed)
  }

  function save(event: FormEvent) {
    event.preventDefault()
    take('done')
  }

  return (
    <form noValidate onSubmit={save} aria-label="Change email" className="signup-email">
      <EmailField ref={field} email={email} isInvalid={invalid} onInput={() => setInvalid(false)} />
      <button type="submit" className={buttonStyle('quiet', 'shrink-0')}>
        {words.save}
      </button>
      <button type="button" onClick={onCancel} className={buttonStyle('bare', 'shrink-0')}>
        {words.cancel}
      </button>
    </form>
  )
}

type EmailFieldProps = {
  ref: RefObject<HTMLInputElement | null>
  email: string
  isInvalid: boolean
  onInput: () => void
}

function EmailField({ ref, email, isInvalid, onInput }: EmailFieldProps) {
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
        aria-invalid={isInvalid || undefined}
        aria-describedby={isInvalid ? `${id}-error` : undefined}
        onInput={onInput}
        className="field min-w-0 basis-full tablet:flex-1"
      />
      {isInvalid && (
        <p id={`${id}-error`} className="text-danger">
          {site().signUp.invalid}
        </p>
      )}
    </>
  )
}

type ShownProps = { ref: RefObject<HTMLButtonElement | null>; email: string; disabled: boolean; onPress: () => void }

function Shown({ ref, email, disabled, onPress }: ShownProps) {
  const words = site().form.email
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-x-3">
      <span className="min-w-0 wrap-anywhere">
        <span className="sr-only tablet:not-sr-only">{words.joiningAs} </span>
        <strong className="font-medium text-ink">{email}</strong>
      </span>
      <button
        ref={ref}
        type="button"
        disabled={disabled}
        onClick={onPress}
        aria-label="Change email"
        className={buttonStyle('bare', '-mx-2 -my-2.5 shrink-0')}
      >
        {words.change}
      </button>
    </p>
  )
}
