import { useRef } from 'react'
import { buttonStyle } from '../../../ui/button.ts'
import { copyText } from '../../thank-you/copy-text.ts'

/** A new key or secret, which is shown only once. `what`: its name in the text. */
export function ShownOnce({ text, what }: { text: string; what: string }) {
  const source = useRef<HTMLElement>(null)
  return (
    <div className="account-link" aria-live="polite">
      <p>Copy this {what} to where your program finds it. It is shown only now.</p>
      <code ref={source} className="wrap-anywhere">
        {text}
      </code>
      <button
        type="button"
        onClick={() => void copyText({ text, source: source.current })}
        className={buttonStyle('quiet', 'tool-button')}
      >
        Copy {what}
      </button>
    </div>
  )
}
