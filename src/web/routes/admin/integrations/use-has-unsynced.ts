import { useQuery } from '@tanstack/react-query'
import { integrationsQuery } from './queries.ts'

/** Whether Beehiiv lacks anything that a sync would send. */
export function useHasUnsynced({ enabled }: { enabled: boolean }): boolean {
  const { data } = useQuery({ ...integrationsQuery, enabled })
  const beehiiv = data?.integrations.find(({ service }) => service === 'beehiiv')
  if (!beehiiv?.is_set_up) return false
  return beehiiv.channels.some(({ waiting, failed, kept }) => waiting + failed + kept > 0)
}
