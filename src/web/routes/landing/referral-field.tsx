import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { site } from '#shared/site/site.ts'
import { MAX_LENGTH } from '#shared/values/text.ts'
import { chooseReferralCode, knownReferralCode, onReferralCode } from '../../storage/arrival.ts'
import { buttonStyle } from '../../ui/button.ts'

/**
 * A field for a friend's code, with the same text in both forms of the page. It is open and filled in if a code is
 * known, and otherwise opens when the visitor presses a question. Skip closes and clears it.
 */
export function ReferralField() {
  // Null, because the prerendered page knows no code.
  const code = useSyncExternalStore(onReferralCode, knownReferralCode, () => null)
  const wasPressed = useRef(false)

  function change(code: string | null) {
    wasPressed.current = true
    chooseReferralCode(code)
  }

  /** The pressed button is gone, so the focus goes to the element that replaced it. */
  function follow(element: HTMLElement | null) {
    if (!element || !wasPressed.current) return
    wasPressed.current = false
    element.focus()
  }

  return (
    <div className="referral">
      {code === null ? (
        <button
          ref={follow}
          type="button"
          onClick={() => change('')}
          className={buttonStyle('bare', '-ml-2 text-small')}
        >
          {site().signUp.friend.ask}
        </button>
      ) : (
        <CodeField code={code} ref={follow} onSkip={() => change(null)} />
      )}
    </div>
  )
}

type CodeFieldProps = { code: string; ref: (input: HTMLInputElement | null) => void; onSkip: () => void }

function CodeField({ code, ref, onSkip }: CodeFieldProps) {
  // A filled field hides its placeholder, so its label stands beside it.
  const [beganFilled] = useState(code !== '')
  const [isTyped, setTyped] = useState(false)
  const note = useNote(code)
  const words = site().signUp.friend
  const id = useId()

  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <label htmlFor={id} className={beganFilled ? 'shrink-0 text-small text-muted' : 'sr-only'}>
          {words.label}
        </label>
        <CodeInput ref={ref} id={id} code={code} onTyped={() => setTyped(true)} />
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

type CodeInputProps = Pick<CodeFieldProps, 'code' | 'ref'> & { id: string; onTyped: () => void }

function CodeInput({ ref, id, code, onTyped }: CodeInputProps) {
  return (
    <input
      ref={ref}
      id={id}
      value={code}
      onChange={({ target }) => {
        onTyped()
        chooseReferralCode(target.value)
      }}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      // A whole link may be pasted.
      maxLength={MAX_LENGTH.freeText}
      placeholder={site().signUp.friend.placeholder}
      aria-describedby={`${id}-note`}
      className="field code min-w-0 flex-1 basis-32"
    />
  )
}

/** A note on whether the code is valid. The check is a separate chunk; the form works without that chunk. */
function useNote(code: string): string {
  const [note, setNote] = useState('')
  useEffect(() => {
    const checking = import('./check-code.ts').then(
      (check) => check.checkCode(code, { tell: setNote, change: chooseReferralCode }),
      () => {},
    )
    return () => void checking.then((stop) => stop?.())
  }, [code])
  return note
}
