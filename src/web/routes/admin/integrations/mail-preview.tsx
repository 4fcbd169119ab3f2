import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { MailPreview as Mail, MailQuery } from '#shared/owner/deliveries.ts'
import { ROUTES } from '#shared/routes.ts'
import { addressOf } from '../../../calls/call.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Segments } from '../../../ui/choices.tsx'
import { useLatest } from '../state/use-figures.ts'
import { mailQuery } from '../state/queries.ts'
import { Empty } from '../../../ui/panel.tsx'

/** A null `mail` closes the dialog. */
export function MailPreview({ mail, onClose }: { mail: MailQuery | null; onClose: () => void }) {
  const shown = useLatest(mail)
  const { data, isPending } = useQuery({ ...mailQuery(shown!), enabled: shown !== null })
  return (
    <Dialog
      title={data?.subject ?? 'Email'}
      description="Preview of the email if sent now"
      className="mail h-[90vh]! w-[min(46rem,100vw-1.5rem)]!"
      isOpen={mail !== null}
      onOpenChange={(open) => !open && onClose()}
    >
      {shown && data ? (
        <Preview key={JSON.stringify(shown)} query={shown} mail={data} />
      ) : (
        <Empty isSmall>
          {isPending ? 'Loading…' : 'This email can’t be shown. The person may have left the list.'}
        </Empty>
      )}
    </Dialog>
  )
}

function Preview({ query, mail }: { query: MailQuery; mail: Mail }) {
  const [asText, setAsText] = useState(false)
  const lines = { From: mail.from, To: mail.to, ...(mail.reply_to !== null && { 'Reply to': mail.reply_to }) }
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <dl className="envelope">
          {Object.entries(lines).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <Segments
          label="Shown as"
          options={[
            { value: 'html', label: 'HTML' },
            { value: 'text', label: 'Text' },
          ]}
          value={asText ? 'text' : 'html'}
          onChange={(shown) => setAsText(shown === 'text')}
        />
      </div>
      {asText ? (
        // The text scrolls, and the keyboard can scroll only a focusable element.
        // oxlint-disable-next-line no-noninteractive-tabindex, prefer-tag-over-role
        <pre tabIndex={0} role="region" aria-label="The email as text" className="mail-text">
          {mail.text}
        </pre>
      ) : (
        <iframe
          title={mail.subject}
          src={addressOf(ROUTES.mailPage, query)}
          sandbox="allow-popups"
          className="mail-frame"
        />
      )}
    </>
  )
}
