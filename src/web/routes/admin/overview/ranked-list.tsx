import type { ChartItem } from '#shared/list/summary.ts'
import { grouped } from '../../../ui/grouped.ts'
import { ChartMark } from '../charts/chart-tooltip.tsx'
import { EmptyChart } from '../charts/empty-chart.tsx'
import { PickButton } from '../charts/pick-button.tsx'
import type { ItemFilter } from '../charts/use-pick.ts'
import { percent } from '../ui/percent.ts'
import { useFirst } from './use-first.tsx'

/** The most frequent choices, with their counts. Shows four at first. */
export function RankedList({ items, filter }: { items: ChartItem[]; filter: ItemFilter }) {
  const chosen = items.filter(({ value }) => value > 0)
  const { shown, toggle } = useFirst(chosen)
  if (chosen.length === 0) return <EmptyChart kind="bars">No submissions found</EmptyChart>

  return (
    <>
      <ol className="ranked">
        {shown.map((item) => (
          <ChartMark key={item.name} item={item}>
            <li className="pickable">
              <PickButton filter={filter} name={item.name} />
              <span className="ranked-figures">
                {grouped(item.value)} <span className="text-muted">({percent(item.percentage)})</span>
              </span>
              <svg aria-hidden="true" className="ranked-bar">
                <rect width={`${item.percentage}%`} height="100%" />
              </svg>
            </li>
          </ChartMark>
        ))}
      </ol>
      {toggle}
    </>
  )
}
