import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { isEmail } from '#shared/values/email.ts'
import { site } from '#shared/site/site.ts'
import { MAX_LENGTH } from '#shared/values/text.ts'
import { buttonStyle } from '../../ui/button.ts'

type SignupEmailProps = { email: string; onChange: (email: string) => void; disabled: boolean }

/** The email that the form is for, with a way to change it. */
export function SignupEmail({ email, onChange, disabled }: SignupEmailProps) {
  const [state, setState] = useState<'shown' | 'changing' | 'done'>('shown')
  const [invalid, setInvalid] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const change = useRef<HTMLButtonElement>(null)
  const words = site().form.email
  const id = useId()

  // The pressed button is gone, so the focus goes to the element that replaced it.
  useEffect(() => {
    if (state === 'changing') field.current?.select()
    if (state === 'done') change.current?.focus()
  }, [state])

  function save(event: FormEvent) {
    event.preventDefault()
    const typed = field.current!.value.trim()
    if (!isEmail(typed)) {
      setInvalid(true)
      return field.current!.focus()
    }
    setState('done')
    if (typed !== email) onChange(typed)
  }

  function cancel() {
    setInvalid(false)
    setState('done')
  }

  if (state !== 'changing')
    return <Shown ref={change} email={email} disabled={disabled} onPress={() => setState('changing')} />

  return (
    <form noValidate onSubmit={save} aria-label="Change email" className="signup-email">
      <label htmlFor={id} className="sr-only">
        {site().signUp.label}
      </label>
      <input
        ref={field}
        id={id}
        type="email"
        required
        autoComplete="email"
        enterKeyHint="done"
        maxLength={MAX_LENGTH.email}
        defaultValue={email}
        aria-invalid={invalid || undefined}
        aria-describedby={invalid ? `${id}-error` : undefined}
        onInput={() => setInvalid(false)}
        className="field min-w-0 basis-full tablet:flex-1"
      />
      {invalid && (
        <p id={`${id}-error`} className="text-danger">
          {site().signUp.invalid}
        </p>
      )}
      <button type="submit" className={buttonStyle('quiet', 'shrink-0')}>
        {words.save}
      </button>
      <button type="button" onClick={cancel} className={buttonStyle('bare', 'shrink-0')}>
        {words.cancel}
      </button>
    </form>
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
