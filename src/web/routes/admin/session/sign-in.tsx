import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { fetchSession, type Login, type SignInOutcome, signIn } from './sign-in-calls.ts'
import { ChairMark } from '../../../ui/drawings/chair-mark.tsx'
import { notify } from '../../../ui/notify.ts'
import { usePasskeySignIn } from './use-passkey-sign-in.ts'
import { Button } from '../../../ui/button.tsx'

const GREETING = {
  title: 'Success',
  description: "You've successfully logged into the admin dashboard.",
}

/** The autocomplete token that makes the browser suggest passkeys for a field. */
const PASSKEYS = 'webauthn'

/** The sign-in form, which is shown in place of the dashboard. */
export function SignIn({ onSignedIn }: { onSignedIn: () => void }) {
  const { asksEmail, choosePasskey, field, checking, invalid, setInvalid, enter } = useSignIn(onSignedIn)
  const [isEmpty, setEmpty] = useState(false)
  const emailField = useRef<HTMLInputElement>(null)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const password = field.current!.value
    if (checking) return
    setEmpty(!password)
    if (!password) return field.current!.focus()
    await enter({ email: emailField.current?.value.trim(), password })
  }

  return (
    <div className="m-auto w-full max-w-sm px-5 py-12">
      <ChairMark className="h-14 w-auto" />
      <h1 className="mt-5 text-heading">Admin Dashboard</h1>
      <form noValidate onSubmit={submit} className="mt-6 flex flex-col gap-4">
        {asksEmail && <EmailField ref={emailField} isDisabled={checking} onInput={() => setInvalid(false)} />}
        <PasswordField
          ref={field}
          isDisabled={checking}
          isInvalid={invalid}
          isEmpty={isEmpty}
          onInput={() => {
            setInvalid(false)
            setEmpty(false)
          }}
        />
        <Button kind="primary" type="submit" busy={checking}>
          {checking ? 'Checking...' : 'Access Dashboard'}
        </Button>
        {choosePasskey && <PasskeyButton isDisabled={checking} onChoose={() => void choosePasskey()} />}
      </form>
    </div>
  )
}

/** The state of the sign-in form. `choosePasskey`: opens the choice of a passkey; null while the form has no button. */
function useSignIn(onSignedIn: () => void) {
  const [checking, setChecking] = useState(false)
  const [invalid, setInvalid] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const [{ asksEmail, hasPasskeys }, setWays] = useState({ asksEmail: false, hasPasskeys: false })
  const passkeys = usePasskeySignIn({ isOn: hasPasskeys, onAnswer: (answer) => enter({ answer }) })

  useEffect(() => {
    // If this fails, the form still asks for a password, which is enough if there is only one account.
    fetchSession().then(
      ({ asks_email, has_passkeys }) => setWays({ asksEmail: asks_email, hasPasskeys: has_passkeys }),
      () => {},
    )
  }, [])

  async function enter(login: Login) {
    setChecking(true)
    const outcome = await signIn(login)
    if (outcome === 'signed-in') {
      void notify('session', GREETING)
      return onSignedIn()
    }
    // Synchronously, because only an enabled field can take the focus back.
    flushSync(() => setChecking(false))
    const isPasskey = 'answer' in login
    setInvalid(outcome === 'refused' && !isPasskey)
    field.current!.select()
    const refusal = isPasskey ? REFUSED.passkey : asksEmail ? REFUSED.account : REFUSED.password
    void notify('session', { ...problemOf(outcome, refusal), tone: 'destructive' })
  }

  const offersPasskey = passkeys.canChoose && (asksEmail || passkeys.canSuggest === false)
  const choosePasskey = offersPasskey ? passkeys.choose : null
  return { asksEmail, choosePasskey, field, checking, invalid, setInvalid, enter }
}

type FieldProps = { ref: RefObject<HTMLInputElement | null>; isDisabled: boolean; onInput: () => void }

function EmailField({ ref, isDisabled, onInput }: FieldProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        Email
      </label>
      <input
        ref={ref}
        id={id}
        type="email"
        autoComplete={`username ${PASSKEYS}`}
        disabled={isDisabled}
        onInput={onInput}
        className="field"
      />
    </div>
  )
}

function PasswordField({
  ref,
  isDisabled,
  isInvalid,
  isEmpty,
  onInput,
}: FieldProps & { isInvalid: boolean; isEmpty: boolean }) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        Password
      </label>
      <input
        ref={ref}
        id={id}
        type="password"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the only thing to do on this page
        autoFocus
        required
        autoComplete={`current-password ${PASSKEYS}`}
        disabled={isDisabled}
        aria-invalid={isInvalid || isEmpty || undefined}
        aria-describedby={isEmpty ? `${id}-error` : undefined}
        onInput={onInput}
        className="field"
      />
      {isEmpty && (
        <p id={`${id}-error`} className="mt-2 text-small text-danger">
          Please enter your password.
        </p>
      )}
    </div>
  )
}

const REFUSED = {
  password: 'The password you entered is incorrect.',
  account: 'This email and password do not open an account.',
  passkey: 'This passkey was not accepted. Please use another one, or your password.',
}

function problemOf(outcome: Exclude<SignInOutcome, 'signed-in'>, refusal: string) {
  if (outcome === 'refused') return { title: 'Access Denied', description: refusal }
  if (outcome === 'unreachable') {
    return { title: 'Error', description: 'The server cannot be reached right now. Please try again in a moment.' }
  }
  return {
    title: 'Access Denied',
    description: `That was too many wrong passwords. Please wait ${outcome.waitSeconds} ${outcome.waitSeconds === 1 ? 'second' : 'seconds'}, then try again.`,
  }
}

function PasskeyButton({ isDisabled, onChoose }: { isDisabled: boolean; onChoose: () => void }) {
  return (
    <Button disabled={isDisabled} onClick={onChoose}>
      Use a passkey
    </Button>
  )
}
