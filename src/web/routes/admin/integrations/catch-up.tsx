import { useQueryClient } from '@tanstack/react-query'
import { ROUTES } from '#shared/routes.ts'
import type { Integration } from '#shared/owner/integrations.ts'
import { call } from '../../../calls/call.ts'
import { grouped } from '../../../ui/grouped.ts'
import { notify } from '../../../ui/notify.ts'
import { notifyFailure } from '../ui/notify-failure.ts'
import { refreshIntegrations } from './queries.ts'
import { keptErasures, sumOf } from './standing.tsx'
import { askCatchUp } from './words.ts'
import { Confirm } from '../../../ui/confirm.tsx'

/** Sends all deliveries that were kept while a service was not set up, after the owner has confirmed. */
export function CatchUp({ integration }: { integration: Integration }) {
  const { service, is_catching_up } = integration
  const client = useQueryClient()
  const kept = sumOf(integration, 'kept')
  const erased = keptErasures(integration)
  const words = askCatchUp(service, { brought: kept - erased, erased })

  async function send() {
    try {
      const { queued } = await call(ROUTES.catchUp, { service })
      void notify(`catch-up ${service}`, {
        title: 'Sending',
        description: `${grouped(queued)} are on their way.`,
      })
    } catch (error) {
      notifyFailure(`catch-up ${service}`, 'The queued items couldn’t be sent.', error)
    }
    await refreshIntegrations(client)
  }

  if (is_catching_up) return <p className="ledger-running">Sending: {grouped(kept)} left.</p>
  if (kept === 0) return null
  return (
    <Confirm
      label={words.button}
      kind="primary"
      title={words.title}
      consequence={words.consequence}
      onConfirm={() => void send()}
    />
  )
}
