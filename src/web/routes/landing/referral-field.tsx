import { type Ref, useEffect, useId, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { site } from '#shared/site/site.ts'
import { MAX_LENGTH } from '#shared/values/text.ts'
import { handed } from '../../loading/handed.ts'
import { chooseReferralCode, judgeCode, knownReferralCode, onReferralCode } from '../../storage/arrival.ts'
import { buttonStyle } from '../../ui/button.ts'

/**
 * The same text in both forms of the page. Question and field are always there, so that src/web/early/show-landing.ts
 * can open it.
 */
export function ReferralField() {
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

type CodeFieldProps = { code: string; input: Ref<HTMLInputElement>; onSkip: () => void }

function CodeField({ code, input, onSkip }: CodeFieldProps) {
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
