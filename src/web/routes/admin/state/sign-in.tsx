import { type FormEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PasskeyAnswer } from '#shared/owner/passkeys.ts'
import { chooseForSignIn, endPasskeyQuestion } from '../../../passkeys/calls.ts'
import { canSuggestPasskeys, canUsePasskeys } from '../../../passkeys/support.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/form.tsx'
import { Entrance } from './entrance.tsx'
import { notify } from '../../../ui/notify.ts'
import { fetchSession, type Login, type SignInOutcome, signIn } from './use-account.tsx'

const GREETING = {
  title: 'Success',
  description: "You've successfully logged into the admin dashboard.",
}

/** The autocomplete token that makes the browser suggest passkeys for a field. */
const PASSKEYS = 'webauthn'

type Control = HTMLInputElement & HTMLTextAreaElement

/** In place of the dashboard. */
export function SignIn({ onSignedIn }: { onSignedIn: () => void }) {
  const field = useRef<Control>(null)
  const { asksEmail, choosePasskey, checking, invalid, setInvalid, enter } = useSignIn(onSignedIn, field)
  const [isEmpty, setEmpty] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const password = String(typed.get('password'))
    if (checking) return
    setEmpty(!password)
    if (!password) return field.current!.focus()
    await enter({ email: typed.get('email')?.toString().trim(), password })
  }

  return (
    <Entrance>
      <h1 className="text-heading">Admin Dashboard</h1>
      <form noValidate onSubmit={submit} className="mt-6 flex flex-col gap-4">
        {asksEmail && (
          <Field
            label="Email"
            name="email"
            type="email"
            autoComplete={`username ${PASSKEYS}`}
            readOnly={checking}
            onValueChange={() => setInvalid(false)}
          />
        )}
        <Field
          ref={field}
          label="Password"
          name="password"
          type="password"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the only thing to do on this page
          autoFocus
          required
          autoComplete={`current-password ${PASSKEYS}`}
          readOnly={checking}
          aria-invalid={invalid || isEmpty || undefined}
          problem={isEmpty ? 'Please enter your password.' : null}
          onValueChange={() => {
            setInvalid(false)
            setEmpty(false)
          }}
        />
        <Button kind="primary" type="submit" busy={checking} busyLabel="Checking...">
          Access Dashboard
        </Button>
        {choosePasskey && (
          <Button disabled={checking} onClick={() => choosePasskey()}>
            Use a passkey
          </Button>
        )}
      </form>
    </Entrance>
  )
}

/** `choosePasskey`: null while the form has no button. */
function useSignIn(onSignedIn: () => void, field: RefObject<Control | null>) {
  const [checking, setChecking] = useState(false)
  const [invalid, setInvalid] = useState(false)
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
    setChecking(false)
    const isPasskey = 'answer' in login
    setInvalid(outcome === 'refused' && !isPasskey)
    field.current!.select()
    const refusal = isPasskey ? REFUSED.passkey : asksEmail ? REFUSED.account : REFUSED.password
    void notify('session', { ...problemOf(outcome, refusal), tone: 'destructive' })
  }

  const offersPasskey = passkeys.canChoose && (asksEmail || passkeys.canSuggest === false)
  const choosePasskey = offersPasskey ? passkeys.choose : null
  return { asksEmail, choosePasskey, checking, invalid, setInvalid, enter }
}
const REFUSED = {
  password: 'The password you entered is incorrect.',
  account: 'This email and password do not open an account.',
  passkey: 'This passkey was not accepted. Please use another one, or your password.',
}

function problemOf(outcome: Exclude<SignInOutcome, 'signed-in'>, refusal: string) {
  if (outcome === 'refused') return { title: 'Access Denied', description: refusal }
  if (outcome === 'unreachable') {
    return { title: 'Error', description: 'The server can’t be reached right now. Please try again in a moment.' }
  }
  return {
    title: 'Access Denied',
    description: `That was too many wrong passwords. Please wait ${outcome.waitSeconds} ${outcome.waitSeconds === 1 ? 'second' : 'seconds'}, then try again.`,
  }
}

/** The challenge is renewed after this time, because the server forgets it after ten minutes. */
const RENEW_MS = 8 * 60_000

type Options = {
  isOn: boolean
  /** Resolves when the outcome is shown. */
  onAnswer: (answer: PasskeyAnswer) => Promise<void>
}

/** `canSuggest`: null until it is known. `choose`: opens the browser's own dialog. */
function usePasskeySignIn({ isOn, onAnswer }: Options) {
  const [canSuggest, setCanSuggest] = useState<boolean | null>(null)
  const askAgain = useRef(() => {})
  const enter = useEffectEvent(onAnswer)

  useEffect(() => {
    if (isOn) void canSuggestPasskeys().then(setCanSuggest)
  }, [isOn])

  useEffect(() => {
    if (!isOn || !canSuggest) return
    let isOver = false
    let renewing: ReturnType<typeof setTimeout>
    // A challenge can be answered once. A new challenge cancels the previous one.
    async function ask() {
      clearTimeout(renewing)
      if (isOver) return
      renewing = setTimeout(() => void ask(), RENEW_MS)
      const answer = await chooseForSignIn({ isSuggested: true })
      if (answer === null || isOver) return
      await enter(answer)
      void ask()
    }
    askAgain.current = () => void ask()
    void ask()
    return () => {
      isOver = true
      clearTimeout(renewing)
      void endPasskeyQuestion()
    }
  }, [isOn, canSuggest])

  async function choose() {
    const answer = await chooseForSignIn({ isSuggested: false })
    if (answer) await onAnswer(answer)
    askAgain.current()
  }

  return { canChoose: isOn && canUsePasskeys(), canSuggest, choose }
}
