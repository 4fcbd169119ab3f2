import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PasskeyAnswer } from '#shared/owner/passkeys.ts'
import { chooseForSignIn, endPasskeyQuestion } from '../../../api/admin/passkeys.ts'
import { canSuggestPasskeys, canUsePasskeys } from '../../../passkeys/support.ts'

/** Renews the question before the server forgets it, which is after ten minutes. */
const RENEW_MS = 8 * 60_000

type Options = {
  /** Whether the list has passkeys. */
  isOn: boolean
  /** Signs in. Resolves when the outcome is shown. */
  onAnswer: (answer: PasskeyAnswer) => Promise<void>
}

/**
 * Makes the browser suggest passkeys in the form for as long as it is open. `canSuggest`: whether the browser can; null
 * while that is not known. `choose`: lets the person choose one in a window of the browser instead.
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
    // Each question is answered once. A new question ends the previous one.
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
