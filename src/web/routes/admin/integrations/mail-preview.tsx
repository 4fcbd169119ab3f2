import { Dialog } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { MailPreview as Mail, MailQuery } from '#shared/owner/deliveries.ts'
import { mailPage } from '../../../api/admin/integrations.ts'
import { CloseIcon } from '../../../ui/icons.tsx'
import { useLatest } from '../state/use-latest.ts'
import { mailQuery } from './queries.ts'

/** A mail as it would arrive: its sender and recipient, and its HTML or its text. A null `mail` closes the dialog. */
export function MailPreview({ mail, onClose }: { mail: MailQuery | null; onClose: () => void }) {
  const shown = useLatest(mail)
  return (
    <Dialog.Root open={mail !== null} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog-backdrop" />
        <Dialog.Popup className="dialog mail">{shown && <Preview query={shown} />}</Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Preview({ query }: { query: MailQuery }) {
  const { data, isPending } = useQuery(mailQuery(query))
  const [asText, setAsText] = useState(false)
  return (
    <>
      <Head title={data?.subject ?? 'Mail'} />
      <div className="dialog-body">
        {data ? (
          <>
            <div className="mail-head">
              <Envelope mail={data} />
              <FormatSwitch asText={asText} onChange={setAsText} />
            </div>
            {asText ? (
              // The text scrolls, and the keyboard can scroll only a focusable element.
              // oxlint-disable-next-line no-noninteractive-tabindex, prefer-tag-over-role
              <pre tabIndex={0} role="region" aria-label="The mail as text" className="mail-text">
                {data.text}
              </pre>
            ) : (
              <iframe title={data.subject} src={mailPage(query)} sandbox="allow-popups" className="mail-frame" />
            )}
          </>
        ) : (
          <p className="empty">
            {isPending ? 'Loading data...' : 'This mail cannot be shown. Its recipient may have left the list.'}
          </p>
        )}
      </div>
    </>
  )
}

function Head({ title }: { title: string }) {
  return (
    <div className="dialog-head">
      <div className="min-w-0">
        <Dialog.Title className="text-title">{title}</Dialog.Title>
        <Dialog.Description className="text-small text-muted">
          As it would arrive if it were sent now
        </Dialog.Description>
      </div>
      <Dialog.Close aria-label="Close" className="icon-button">
        <CloseIcon />
      </Dialog.Close>
    </div>
  )
}

function FormatSwitch({ asText, onChange }: { asText: boolean; onChange: (asText: boolean) => void }) {
  return (
    <fieldset aria-label="Shown as" className="segments">
      {[false, true].map((text) => (
        <button
          key={String(text)}
          type="button"
          aria-pressed={asText === text}
          onClick={() => onChange(text)}
          className="segment"
        >
          {text ? 'Text' : 'HTML'}
        </button>
      ))}
    </fieldset>
  )
}

function Envelope({ mail: { from, to, reply_to } }: { mail: Mail }) {
  const lines = { From: from, To: to, ...(reply_to !== null && { 'Reply to': reply_to }) }
  return (
    <dl className="envelope">
      {Object.entries(lines).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
