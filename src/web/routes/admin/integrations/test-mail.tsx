import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { site } from '#shared/site/site.ts'
import { isEmail } from '#shared/values/email.ts'
import { sendTestMail } from '../../../api/admin/integrations.ts'
import { buttonStyle } from '../../../ui/button.ts'
import { notify } from '../../../ui/notify.ts'
import { notifyFailure } from '../ui/notify-failure.ts'
import { refreshIntegrations } from './queries.ts'
import { useAccount } from '../session/use-account.ts'
import type { TestState } from './test.tsx'

type TestMailProps = { state: TestState; onChange: (state: TestState) => void }

/** Sends a real mail to an address. Only this test shows whether the mail server accepts a mail. */
export function TestMail({ state, onChange }: TestMailProps) {
  const client = useQueryClient()
  const email = useAccount()?.email
  const [typed, setTo] = useState<string | null>(null)
  const to = typed ?? email ?? site().brand.supportEmail
  const [isSending, setSending] = useState(false)

  async function send(event: FormEvent) {
    event.preventDefault()
    if (isSending || typeof state === 'string') return
    if (!isEmail(to)) return onChange({ ok: false, message: 'A test mail needs an email address.', problems: [] })
    setSending(true)
    onChange(null)
    try {
      onChange(await sendTestMail(to))
      void notify('test-mail')
    } catch (error) {
      notifyFailure('test-mail', 'The test mail could not be sent.', error)
    }
    setSending(false)
    await refreshIntegrations(client)
  }

  return (
    <form noValidate onSubmit={send} className="test-mail">
      <label htmlFor="test-mail-to" className="filter-label">
        A real mail, to see that it arrives
      </label>
      <AddressLine to={to} isSending={isSending} onType={setTo} />
    </form>
  )
}

type AddressLineProps = { to: string; isSending: boolean; onType: (to: string) => void }

function AddressLine({ to, isSending, onType }: AddressLineProps) {
  return (
    <div className="test-mail-line">
      <input
        id="test-mail-to"
        type="email"
        autoComplete="email"
        maxLength={254}
        value={to}
        onChange={(event) => onType(event.target.value)}
        className="filter-field"
      />
      <button type="submit" aria-disabled={isSending} className={buttonStyle('quiet', 'tool-button')}>
        {isSending ? 'Sending...' : 'Send a test mail'}
      </button>
    </div>
  )
}
