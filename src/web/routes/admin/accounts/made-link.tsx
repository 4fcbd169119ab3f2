import { useRef } from 'react'
import type { MadeLink } from '#shared/owner/accounts.ts'
import { buttonStyle } from '../../../ui/button.ts'
import { copyText } from '../../thank-you/copy-text.ts'

/** A new link to hand over. It is shown only once. */
export function MadeLinkNote({ made: { link, mailed }, email }: { made: MadeLink; email: string | null }) {
  const source = useRef<HTMLElement>(null)

  return (
    <div className="account-link" aria-live="polite">
      <p>
        {mailed
          ? `A mail with this link is on its way to ${email}.`
          : 'Hand this link over yourself: no mail was sent.'}{' '}
        It works once, within 24 hours, and is shown only now.
      </p>
      <code ref={source} className="wrap-anywhere">
        {link}
      </code>
      <button
        type="button"
        onClick={() => void copyText({ text: link, source: source.current })}
        className={buttonStyle('quiet', 'tool-button')}
      >
        Copy link
      </button>
    </div>
  )
}
