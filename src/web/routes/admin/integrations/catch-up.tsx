import { useQueryClient } from '@tanstack/react-query'
import type { Integration } from '#shared/owner/integrations.ts'
import { catchUp } from '../../../api/admin/integrations.ts'
import { grouped } from '../../../ui/grouped.ts'
import { notify } from '../../../ui/notify.ts'
import { Question } from '../ui/question.tsx'
import { notifyFailure } from '../ui/notify-failure.ts'
import { refreshIntegrations } from './queries.ts'
import { keptErasures, sumOf } from './standing.ts'
import { askCatchUp } from './words.ts'

/** Sends all deliveries that were kept while a service was not set up, after the owner has confirmed. */
export function CatchUp({ integration }: { integration: Integration }) {
  const { service, is_catching_up } = integration
  const client = useQueryClient()
  const kept = sumOf(integration, 'kept')
  const erased = keptErasures(integration)
  const words = askCatchUp(service, { brought: kept - erased, erased })

  async function send() {
    try {
      const queued = await catchUp(service)
      void notify(`catch-up ${service}`, {
        title: 'Catching Up',
        description: `${grouped(queued)} on their way, one after the other.`,
      })
    } catch (error) {
      notifyFailure(`catch-up ${service}`, 'The kept deliveries could not be sent.', error)
    }
    await refreshIntegrations(client)
  }

  if (is_catching_up) return <p className="ledger-running">Catching up: {grouped(kept)} still to be queued.</p>
  if (kept === 0) return null
  return (
    <Question
      label={words.button}
      tone="primary"
      title={words.title}
      consequence={words.consequence}
      onConfirm={() => void send()}
    />
  )
}
