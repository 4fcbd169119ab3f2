import { useEffect, useId, useRef, useState } from 'react'
import { MAX_LENGTH } from '#shared/text.ts'
import { skipReferralCode } from '../../storage/arrival.ts'
import { buttonStyle } from '../../ui/button.ts'
import { fieldStyle } from '../../ui/field.ts'

/**
 * A field for a friend's code: open and filled in if a code is known, otherwise behind a question. Skip hides and
 * clears it in every form.
 */
export function ReferralField({ known }: { known: string | null }) {
  const [choice, setChoice] = useState<'reveal' | 'skip' | null>(null)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const reveal = useRef<HTMLButtonElement>(null)

  // The pressed button is gone, so the focus goes to the field that replaced it.
  useEffect(() => {
    if (choice === 'reveal') input.current?.focus()
    if (choice === 'skip') reveal.current?.focus()
  }, [choice])

  const shown = choice === 'reveal' || (choice === null && known !== null)
  if (!shown) {
    return (
      <button
        ref={reveal}
        type="button"
        onClick={() => setChoice('reveal')}
        className={buttonStyle('bare', 'mt-2 -ml-2 text-small')}
      >
        Have a referral code?
      </button>
    )
  }

  function skip() {
    setChoice('skip')
    skipReferralCode()
  }

  return (
    <div className="mt-2 flex flex-wrap items-center gap-2">
      {/* A filled field hides its placeholder, so its label stands beside it. */}
      <label htmlFor={id} className={choice === null ? 'shrink-0 text-small text-muted' : 'sr-only'}>
        Referral code
      </label>
      <input
        ref={input}
        id={id}
        name="referral"
        defaultValue={choice === null ? (known ?? '') : ''}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={MAX_LENGTH.referralCode}
        placeholder="Referral code (optional)"
        className={`${fieldStyle} min-w-0 flex-1 basis-32`}
      />
      <button type="button" onClick={skip} className={buttonStyle('bare', 'shrink-0')}>
        Skip
      </button>
    </div>
  )
}
