import { useEffect, useState } from 'react'
import { checkInbox } from '#site/confirm.ts'
import { askForLink } from '../../api/place.ts'
import { buttonStyle } from '../../ui/button.ts'

/** Mails take a moment: before that, nobody should think that theirs is lost. */
const PATIENCE_MS = 30_000

type State = 'too early' | 'offered' | 'sending' | 'sent' | 'failed'

/** The way to another mail. Whoever has not confirmed and asks for the link to their place gets the one that confirms. */
export function SendAgain({ email }: { email: string }) {
  const [state, setState] = useState<State>('too early')
  useEffect(() => {
    const timer = setTimeout(() => setState('offered'), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])

  async function send() {
    if (state === 'sending') return
    setState('sending')
    setState((await askForLink(email)) === 'asked' ? 'sent' : 'failed')
  }

  return (
    <>
      {state !== 'too early' && state !== 'sent' && (
        <button
          type="button"
          aria-disabled={state === 'sending'}
          onClick={() => void send()}
          className={buttonStyle('quiet')}
        >
          {state === 'sending' ? checkInbox.sending : checkInbox.again}
        </button>
      )}
      <output className={`basis-full empty:hidden ${state === 'failed' ? 'text-danger' : 'text-muted'}`}>
        {state === 'sent' && checkInbox.sent}
        {state === 'failed' && checkInbox.failed}
      </output>
    </>
  )
}
