import { useQuery } from '@tanstack/react-query'
import { useMay } from '../state/use-account.tsx'
import { backupsQuery, integrationsQuery } from '../state/queries.ts'
import { standingOf } from './standing.tsx'

export type Trouble = keyof ReturnType<typeof useTroubles>

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
