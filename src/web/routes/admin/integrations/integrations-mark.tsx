import { useQuery } from '@tanstack/react-query'
import { integrationsQuery } from './queries.ts'
import { standingOf } from './standing.ts'

/** Shows when an integration needs the owner. */
export function IntegrationsMark() {
  const { data } = useQuery(integrationsQuery)
  if (!data?.integrations.some((integration) => standingOf(integration).tone === 'trouble')) return null
  return (
    <>
      <span className="trouble-dot" aria-hidden="true" />
      <span className="sr-only"> (something needs you)</span>
    </>
  )
}
