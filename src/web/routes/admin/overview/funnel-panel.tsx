import type { Funnel } from '#shared/list/summary.ts'
import { Panel } from '../../../ui/panel.tsx'
import { FunnelTable } from './funnel-table.tsx'

export function FunnelPanel({ funnel }: { funnel: Funnel | null }) {
  if (!funnel) return null
  return (
    <Panel
      title="From a visit to a shared link"
      note="How many visits got this far, each counted once. Only the time range applies."
    >
      <FunnelTable funnel={funnel} />
    </Panel>
  )
}
