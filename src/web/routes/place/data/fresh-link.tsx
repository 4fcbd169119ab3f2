import { useState } from 'react'
import { ROUTES } from '#shared/routes.ts'
import { site } from '#shared/site/site.ts'
import { callPlace, isFault } from '../../../calls/call-place.ts'
import { buttonStyle } from '../../../ui/button.ts'
import { takeLostFocus } from '../../../ui/take-lost-focus.ts'

type FreshLinkProps = {
  token: string
  /** The reason why a new link is needed. By default, the reason that applies to all stored data. */
  text?: string
  /** Whether this replaces a button that was just pressed. The text then takes the focus. */
  isAnswer?: boolean
}

/** For people whose link is older than an hour: a button that mails them a new one. */
export function FreshLink({ token, text = site().place.data.fresh.text, isAnswer = false }: FreshLinkProps) {
  const { state, fault, ask } = useFreshLink(token)
  const { fresh } = site().place.data

  return (
    <div className="fresh">
      <p ref={isAnswer ? takeLostFocus : undefined} tabIndex={-1}>
        {text}
      </p>
      {state !== 'asked' && (
        <button
          type="button"
          aria-disabled={state === 'asking'}
          onClick={ask}
          className={buttonStyle('quiet', 'mt-4 w-full tablet:w-auto')}
        >
          {state === 'asking' ? fresh.asking : fresh.ask}
        </button>
      )}
      <output className="block not-empty:mt-3">
        {state === 'asked' && (
          <strong ref={takeLostFocus} tabIndex={-1} className="font-medium">
            {fresh.asked}
          </strong>
        )}
        {fault && <span className="text-danger">{fault}</span>}
      </output>
    </div>
  )
}

/** Asks for a mail with a new link. */
function useFreshLink(token: string) {
  const [state, setState] = useState<'idle' | 'asking' | 'asked'>('idle')
  const [fault, setFault] = useState<string | null>(null)

  async function ask() {
    if (state === 'asking') return
    setState('asking')
    setFault(null)
    const outcome = await callPlace(ROUTES.mailFreshLink, token)
    if (!isFault(outcome)) return setState('asked')
    setState('idle')
    setFault(('message' in outcome && outcome.message) || site().place.data.failed)
  }

  return { state, fault, ask }
}
