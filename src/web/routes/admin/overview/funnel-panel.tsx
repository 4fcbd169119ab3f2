import type { Funnel } from '#shared/list/summary.ts'
import { EmptyChart } from '../charts/chart.tsx'
import { percent } from '../ui/words.ts'
import { grouped } from '../../../ui/grouped.ts'
import { Panel } from '../../../ui/panel.tsx'
import { site } from '#shared/site/site.ts'
import { percentOf } from '#shared/values/numbers.ts'

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
              {isGreatestLoss && (
                <span className="block text-danger text-tiny">The largest share stops before this</span>
              )}
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

/** `lost`: in percent of the visits of the stage before; null if none ended there. */
type FunnelRow = { name: string; count: number; lost: number | null; isGreatestLoss: boolean }

export function funnelRows({ visits, emails, steps, submissions, shares }: Funnel): FunnelRow[] {
  const stages = [
    { name: 'Visited the landing page', count: visits },
    { name: 'Left an email', count: emails },
    ...steps.map(({ name, completed }) => ({ name: `Answered: ${labelOf(name)}`, count: completed })),
    { name: 'Sent the form', count: submissions },
    { name: 'Shared their link', count: shares },
  ]
  const rows = stages.map(({ name, count }, index) => {
    const before = stages[index - 1]?.count ?? 0
    // A visit past midnight has its later stages on another day, so a stage can have more visits than the previous one.
    return { name, count, before, ended: Math.max(0, before - count) }
  })
  // Sharing is optional, so leaving at the end does not count as a loss.
  const shareLost = rows.slice(0, -1).map(({ ended, before }) => (before === 0 ? 0 : ended / before))
  const greatest = shareLost.indexOf(Math.max(...shareLost))
  return rows.map(({ name, count, before, ended }, index) => ({
    name,
    count,
    lost: ended === 0 ? null : percentOf(ended, before),
    isGreatestLoss: ended > 0 && index === greatest,
  }))
}

function labelOf(name: string): string {
  return site().questions.find((question) => question.name === name)?.label ?? name
}
