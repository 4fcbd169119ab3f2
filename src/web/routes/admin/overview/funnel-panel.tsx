import type { Funnel } from '#shared/list/summary.ts'
import { EmptyChart } from '../charts/chart-tooltip.tsx'
import { funnelRows } from './funnel.ts'
import { percent } from '../ui/words.ts'
import { grouped } from '../../../ui/grouped.ts'
import { Panel } from '../../../ui/panel.tsx'

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

function FunnelTable({ funnel }: { funnel: Funnel }) {
  const rows = funnelRows(funnel)
  const largest = Math.max(...rows.map(({ count }) => count))
  if (largest === 0) {
    return <EmptyChart kind="bars">No visits in this period yet. Each one will be counted here.</EmptyChart>
  }

  return (
    <table className="funnel">
      <caption className="sr-only">From a visit to a shared link</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Stage</th>
          <td aria-hidden="true" />
          <th scope="col">Visits</th>
          <th scope="col">Lost since the stage before</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, count, lost, isGreatestLoss }) => (
          <tr key={name} data-greatest-loss={isGreatestLoss || undefined}>
            <th scope="row">
              {name}
              {isGreatestLoss && <span className="funnel-flag">The largest share stops before this</span>}
            </th>
            <td className="bar" aria-hidden="true">
              <svg className="funnel-bar">
                <rect width={`${(count / largest) * 100}%`} height="100%" />
              </svg>
            </td>
            <td>{grouped(count)}</td>
            <td className="funnel-lost">{lost !== null && `−${percent(lost)}`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
