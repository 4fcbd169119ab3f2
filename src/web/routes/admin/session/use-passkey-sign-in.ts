import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PasskeyAnswer } from '#shared/owner/passkeys.ts'
import { chooseForSignIn, endPasskeyQuestion } from '../../../passkeys/calls.ts'
import { canSuggestPasskeys, canUsePasskeys } from '../../../passkeys/support.ts'

/** The challenge is renewed after this time, because the server forgets it after ten minutes. */
const RENEW_MS = 8 * 60_000

type Options = {
  /** Whether any account has a passkey for this host. */
  isOn: boolean
  /** Signs in with the passkey's answer. Resolves when the outcome is shown. */
  onAnswer: (answer: PasskeyAnswer) => Promise<void>
}

/**
 * Makes the browser suggest passkeys in the sign-in form while the form is open. `canSuggest`: whether the browser can
 * do that; null until it is known. `choose`: opens the browser's own dialog to choose a passkey.
 */
export function usePasskeySignIn({ isOn, onAnswer }: Options) {
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
