import { useRef } from 'react'
import { receipt as words } from '#site/place.ts'
import { receiptLink } from '#shared/paths.ts'
import { buttonStyle } from '../../ui/button.ts'
import { CopyButton } from '../thank-you/copy-button.tsx'

/** The receipt's link to copy, and a print: nothing else leads back to it once the tab is closed. */
export function KeepReceipt({ token }: { token: string }) {
  const source = useRef<HTMLSpanElement>(null)
  const link = receiptLink(location.origin, token)
  return (
    <div className="mt-6 max-w-[26rem] print:hidden">
      <div className="flex flex-wrap gap-3">
        <CopyButton label={words.keep} text={link} source={source} isShared={false} />
        <button type="button" onClick={() => print()} className={buttonStyle('quiet')}>
          {words.print}
        </button>
      </div>
      <p className="mt-2 text-small text-muted">{words.kept}</p>
      {/* The text to select if the browser refuses to copy. Hidden, because no screenshot may show it. */}
      <span ref={source} className="sr-only" aria-hidden="true">
        {link}
      </span>
    </div>
  )
}
