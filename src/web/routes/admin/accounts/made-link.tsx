import type { MadeLink } from '#shared/owner/accounts.ts'
import { Copy } from '../../../ui/copy.tsx'

/** A new link to hand over. It is shown only once. */
export function MadeLinkNote({ made: { link, mailed }, email }: { made: MadeLink; email: string | null }) {
  return (
    <div className="account-link" aria-live="polite">
      <p>
        {mailed ? `We’ve emailed this link to ${email}.` : 'We couldn’t email this link, so send it yourself.'} It works
        once, for 24 hours. You won’t see it again.
      </p>
      <Copy text={link} label="Copy link" isShown />
    </div>
  )
}
