import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ROUTES } from '#shared/routes.ts'
import { site } from '#shared/site/site.ts'
import { isEmail } from '#shared/values/email.ts'
import { call } from '../../../calls/call.ts'
import { notify } from '../../../ui/notify.ts'
import { notifyFailure } from '../ui/notify-failure.ts'
import { refreshIntegrations } from './queries.ts'
import { useAccount } from '../session/use-account.ts'
import type { TestState } from './test.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'

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
    if (!isEmail(to)) return onChange({ ok: false, message: 'Enter an email address.', problems: [] })
    setSending(true)
    onChange(null)
    try {
      onChange(await call(ROUTES.sendTestMail, { to }))
      void notify('test-mail')
    } catch (error) {
      notifyFailure('test-mail', 'The test couldn’t be sent.', error)
    }
    setSending(false)
    await refreshIntegrations(client)
  }

  return (
    <form noValidate onSubmit={send} className="test-mail">
      <Field
        label="Send a test email to"
        type="email"
        autoComplete="email"
        maxLength={254}
        value={to}
        onValueChange={setTo}
      />
      <Button type="submit" busy={isSending} busyLabel="Sending…" className="justify-self-start">
        Send test
      </Button>
    </form>
  )
}
