import {
  type FormEvent,
  useEffect,
  useId,
  useRef,
  useState,
  type Ref,
  useLayoutEffect,
  useSyncExternalStore,
} from 'react'
import { useLocation } from 'wouter'
import { isEmail, meantEmail, readEmail } from '#shared/values/email.ts'
import { pagePaths } from '#shared/site/pages.ts'
import { site } from '#shared/site/site.ts'
import { MAX_LENGTH } from '#shared/values/text.ts'
import { loadInTime, prefetch } from '../../loading/page-chunks.ts'
import { checkConnection } from '../../loading/whole-load.ts'
import { knownReferralCode, chooseReferralCode, judgeCode, onReferralCode } from '../../storage/arrival.ts'
import { saveSignup } from '../../storage/signup.ts'
import { buttonStyle } from '../../ui/button.ts'
import { EmailQuestion } from '../../ui/email-question.tsx'
import { notify, preloadNotices } from '../../ui/notify.ts'
import { handed } from '../../loading/handed.ts'

/**
 * Uncontrolled, so text that was typed before hydration stays. Without scripts, the browser posts it to the page's own
 * address, which contains the friend's code.
 */
export function EmailSignup({ label }: { label: string }) {
  const { processing, invalid, asked, change, submit } = useSignup()
  const words = site().signUp
  const form = useRef<HTMLFormElement>(null)
  // The focus may have come first, and brought these scripts.
  useEffect(() => {
    if (form.current!.matches(':focus-within')) prepare()
  }, [])

  return (
    <form
      noValidate
      method="post"
      data-waits
      onSubmit={submit}
      onFocus={prepare}
      ref={form}
      aria-label={label}
      className="w-full max-w-xl"
    >
      <div className="flex flex-col gap-3 tablet:flex-row tablet:items-start">
        <EmailField isInvalid={invalid} asked={asked} onInput={change} />
        <button
          type="submit"
          aria-disabled={processing}
          data-working={site().form.working}
          className={buttonStyle('primary', 'tablet:min-w-40 shrink-0')}
        >
          {processing ? site().form.working : words.button}
        </button>
      </div>
      <ReferralField />
    </form>
  )
}

function prepare() {
  preloadNotices()
  prefetch('form')
}

function useSignup() {
  const [, navigate] = useLocation()
  const [processing, setProcessing] = useState(false)
  const [invalid, setInvalid] = useState(false)
  /** Sent once more, it is taken as it is. */
  const [asked, setAsked] = useState('')

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (processing) return
    const form = event.currentTarget
    const email = readEmail(String(new FormData(form).get('email')))
    const referralCode = knownReferralCode()?.trim() || null

    if (!isEmail(email)) {
      setInvalid(true)
      form.querySelector('input')?.focus()
      return notify('sign-up', { ...site().signUp.notice, tone: 'destructive' })
    }
    if (meantEmail(email) !== null && asked !== email) return setAsked(email)
    setProcessing(true)
    try {
      saveSignup({ email, referralCode })
      // A whole page load brings the form if its chunk does not arrive.
      await loadInTime('form').catch(checkConnection)
      void notify('sign-up')
      navigate(pagePaths.form)
    } catch {
      setProcessing(false)
      await notify('sign-up', { ...site().signUp.failed, tone: 'destructive' })
    }
  }

  function change() {
    setInvalid(false)
    setAsked('')
  }

  return { processing, invalid, asked, change, submit }
}

function EmailField({ isInvalid, asked, onInput }: { isInvalid: boolean; asked: string; onInput: () => void }) {
  const id = useId()
  const words = site().signUp
  return (
    <div className="min-w-0 tablet:grow">
      <label htmlFor={id} className="sr-only">
        {words.label}
      </label>
      <input
        id={id}
        name="email"
        type="email"
        required
        autoComplete="email"
        maxLength={MAX_LENGTH.email}
        placeholder={words.placeholder}
        aria-invalid={isInvalid || undefined}
        aria-describedby={isInvalid ? `${id}-error` : undefined}
        // Typed before hydration.
        ref={(field) => void (field?.value && shareEmail(field))}
        onInput={({ currentTarget }) => {
          onInput()
          shareEmail(currentTarget)
        }}
        className="field"
      />
      {isInvalid && (
        <p id={`${id}-error`} className="mt-2 text-small text-danger">
          {words.invalid}
        </p>
      )}
      <EmailQuestion
        email={asked}
        onYes={(meant) => {
          const field = document.getElementById(id) as HTMLInputElement
          field.value = meant
          shareEmail(field)
          field.form!.requestSubmit()
        }}
      />
    </div>
  )
}

/** The page has this form twice: an email typed in one is also in the other. */
function shareEmail({ value }: HTMLInputElement) {
  for (const twin of document.getElementsByName('email') as NodeListOf<HTMLInputElement>) {
    if (twin.value === value) continue
    twin.value = value
    twin.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

/**
 * The same text in both forms of the page. Question and field are always there, so that src/web/early/early.ts
 * can open it.
 */
function ReferralField() {
  const code = useSyncExternalStore(onReferralCode, knownReferralCode, () => handed().code ?? null)
  const ask = useRef<HTMLButtonElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const words = site().signUp.friend
  // A filled field hides its placeholder, so its label stands beside it.
  useLayoutEffect(() => void (knownReferralCode() && document.documentElement.setAttribute('data-invited', '')), [])

  // The pressed button is gone, so the focus goes to the element that replaced it.
  const wasPressed = useRef(false)
  useLayoutEffect(() => {
    if (wasPressed.current) (code === null ? ask : input).current!.focus()
    wasPressed.current = false
  }, [code])

  function change(code: string | null) {
    wasPressed.current = true
    chooseReferralCode(code)
  }

  return (
    <div className="referral">
      <button
        ref={ask}
        type="button"
        hidden={code !== null}
        onClick={() => change('')}
        className={buttonStyle('bare', '-ms-2 text-small')}
      >
        {words.ask}
      </button>
      <div hidden={code === null}>
        <CodeField code={code ?? ''} input={input} onSkip={() => change(null)} />
      </div>
    </div>
  )
}

function CodeField({ code, input, onSkip }: { code: string; input: Ref<HTMLInputElement>; onSkip: () => void }) {
  const [isTyped, setTyped] = useState(false)
  const note = useNote(code)
  const words = site().signUp.friend
  const id = useId()

  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <label htmlFor={id}>{words.label}</label>
        <input
          ref={input}
          id={id}
          value={code}
          onChange={({ target }) => {
            setTyped(true)
            chooseReferralCode(target.value)
          }}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          // A whole link may be pasted.
          maxLength={MAX_LENGTH.freeText}
          placeholder={words.placeholder}
          aria-describedby={`${id}-note`}
          className="field code min-w-0 flex-1 basis-32"
        />
        <button type="button" onClick={onSkip} className={buttonStyle('bare', 'shrink-0')}>
          {words.skip}
        </button>
      </div>
      {/* Only the form in which the visitor types announces the note to screen readers. */}
      <p id={`${id}-note`} aria-live={isTyped ? 'polite' : 'off'} className="referral-note">
        {note}
      </p>
    </>
  )
}

/** The check is a separate chunk; the form works without it. */
function useNote(code: string): string {
  const [note, setNote] = useState('')
  useEffect(() => {
    if (!code) return
    const checking = import('./check-code.ts').then(
      (check) => check.checkCode(code, { tell: setNote, change: chooseReferralCode }),
      () => judgeCode(code, ''),
    )
    return () => void checking.then((stop) => stop?.())
  }, [code])
  return code && note
}
