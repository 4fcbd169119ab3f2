import { site } from '#shared/site/site.ts'
import { receiptLink } from '#shared/site/paths.ts'
import { buttonStyle } from '../../ui/button.ts'
import { CopyLink } from '../thank-you/copy-link.tsx'

/**
 * The receipt's link to copy, and a button that prints it: nothing else leads back to the receipt once the tab is
 * closed.
 */
export function KeepReceipt({ token }: { token: string }) {
  return (
    <div className="mt-6 max-w-[26rem] print:hidden">
      <CopyLink label={site().receipt.keep} link={receiptLink(location.origin, token)} note={site().receipt.kept}>
        <button type="button" onClick={() => print()} className={buttonStyle('quiet')}>
          {site().receipt.print}
        </button>
      </CopyLink>
    </div>
  )
}
