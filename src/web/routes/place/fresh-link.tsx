import { useState } from 'react'
import { ROUTES } from '#shared/routes.ts'
import { site } from '#shared/site/site.ts'
import { buttonStyle } from '../../ui/button.ts'
import { takeLostFocus } from '../../ui/take-lost-focus.ts'
import { messageOf, usePlaceCall } from './use-place.ts'

type FreshLinkProps = {
  token: string
  text?: string
  /** It replaces a button that was just pressed. The text then takes the focus. */
  isAnswer?: boolean
}

export function FreshLink({ token, text = site().place.data.fresh.text, isAnswer = false }: FreshLinkProps) {
  const { isBusy, fault, run } = usePlaceCall(ROUTES.mailFreshLink, token)
  const [isAsked, setAsked] = useState(false)
  const { fresh, failed } = site().place.data

  return (
    <div className="fresh">
      <p ref={isAnswer ? takeLostFocus : undefined} tabIndex={-1}>
        {text}
      </p>
      {!isAsked && (
        <button
          type="button"
          aria-disabled={isBusy}
          onClick={async () => (await run()) && setAsked(true)}
          className={buttonStyle('quiet', 'mt-4 w-full tablet:w-auto')}
        >
          {isBusy ? fresh.asking : fresh.ask}
        </button>
      )}
      <output className="block not-empty:mt-3">
        {isAsked && (
          <strong ref={takeLostFocus} tabIndex={-1} className="font-medium">
            {fresh.asked}
          </strong>
        )}
        {fault && <span className="text-danger">{messageOf(fault, failed)}</span>}
      </output>
    </div>
  )
}
