import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sendTestMail } from '../../../api/admin/integrations.ts'
import { notify } from '../../../ui/notify.ts'
import { notifyFailure } from '../ui/notify-failure.ts'
import { integrationsQuery, refreshIntegrations } from '../integrations/queries.ts'
import { useAccount } from '../session/use-account.ts'
import { checklistQuery } from './queries.ts'

/** A button that sends a test mail to the address of this account. Hidden until a mail server is set up. */
export function OwnMail() {
  const client = useQueryClient()
  const { data } = useQuery(integrationsQuery)
  const email = useAccount()?.email ?? null
  const [isSending, setSending] = useState(false)
  const isSetUp = data?.integrations.find(({ service }) => service === 'mail')?.is_set_up ?? false
  if (!isSetUp || email === null) return null

  async function send(to: string) {
    if (isSending) return
    setSending(true)
    try {
      const { ok, message } = await sendTestMail(to)
      // Replaces the notice that the settings are saved: two notices would hide the list on a phone.
      void notify('settings', {
        title: ok ? 'Sent' : 'Not sent',
        description: message,
        ...(!ok && { tone: 'destructive' }),
      })
    } catch (error) {
      notifyFailure('test-mail', 'The test mail could not be sent.', error)
    }
    await Promise.all([client.invalidateQueries(checklistQuery), refreshIntegrations(client)])
    setSending(false)
  }

  return (
    <button type="button" aria-disabled={isSending} onClick={() => void send(email)} className="text-button">
      {isSending ? 'Sending...' : `Send a mail to ${email}`}
    </button>
  )
}
