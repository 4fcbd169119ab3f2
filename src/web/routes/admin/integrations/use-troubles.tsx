import { useQuery } from '@tanstack/react-query'
import { useMay } from '../session/use-account.ts'
import { backupsQuery, integrationsQuery } from './queries.ts'
import { standingOf } from './standing.tsx'

export type Trouble = keyof ReturnType<typeof useTroubles>

/** Which pages of Settings need the owner. */
export function useTroubles() {
  const enabled = useMay('manager')
  const { data } = useQuery({ ...integrationsQuery, enabled })
  const { data: backups } = useQuery({ ...backupsQuery, enabled })
  const failing = data?.integrations.filter((one) => standingOf(one).tone === 'trouble').map(({ service }) => service)
  return {
    mail: failing?.includes('mail') ?? false,
    services: failing?.some((service) => service !== 'mail') ?? false,
    backups: Boolean(backups?.failure),
    api: (data?.webhooks_off.length ?? 0) > 0,
    server: Boolean(data?.held_at) || (data?.failing.length ?? 0) > 0,
  }
}

/** A mark that shows when a service, a webhook, a backup or the server needs the owner. */
export function IntegrationsMark() {
  return Object.values(useTroubles()).some(Boolean) && <TroubleMark />
}

export function TroubleMark() {
  return (
    <>
      <span className="trouble-dot" aria-hidden="true" />
      <span className="sr-only"> (something needs you)</span>
    </>
  )
}
