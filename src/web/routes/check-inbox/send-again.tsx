import { useEffect, useState } from 'react'
import { ROUTES } from '#shared/routes.ts'
import { site } from '#shared/site/site.ts'
import { call } from '../../calls/call.ts'
import { buttonStyle } from '../../ui/button.ts'
import { takeLostFocus } from '../../ui/take-lost-focus.ts'

/** A mail takes a moment to arrive. */
const PATIENCE_MS = 30_000

type State = 'too early' | 'offered' | 'sending' | 'sent' | 'failed'

/** It asks for the link to the place: people who have not confirmed get the confirmation instead. */
export function SendAgain({ email }: { email: string }) {
  const [state, setState] = useState<State>('too early')
  useEffect(() => {
    const timer = setTimeout(() => setState('offered'), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])

  async function send() {
    if (state === 'sending') return
    setState('sending')
    setState(
      await call(ROUTES.mailLink, { email }).then(
        () => 'sent' as const,
        () => 'failed' as const,
      ),
    )
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
          {state === 'sending' ? site().checkInbox.sending : site().checkInbox.again}
        </button>
      )}
      <output
        ref={state === 'sent' ? takeLostFocus : undefined}
        tabIndex={-1}
        className={`basis-full empty:hidden ${state === 'failed' ? 'text-danger' : 'text-muted'}`}
      >
        {state === 'sent' && site().checkInbox.sent}
        {state === 'failed' && site().checkInbox.failed}
      </output>
    </>
  )
}
