import { useQuery } from '@tanstack/react-query'
import { backupsQuery, integrationsQuery } from './queries.ts'
import { standingOf } from './standing.ts'

/** A mark that shows when an integration, a webhook, a backup or the server needs the owner. */
export function IntegrationsMark() {
  const { data } = useQuery(integrationsQuery)
  const { data: backups } = useQuery(backupsQuery)
  const hasTrouble =
    data?.held_at ||
    data?.failing.length ||
    data?.webhooks_off.length ||
    backups?.failure ||
    data?.integrations.some((one) => standingOf(one).tone === 'trouble')
  if (!hasTrouble) return null
  return (
    <>
      <span className="trouble-dot" aria-hidden="true" />
      <span className="sr-only"> (something needs you)</span>
    </>
  )
}
