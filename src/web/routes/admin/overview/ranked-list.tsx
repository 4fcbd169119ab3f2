import type { ChartItem } from '#shared/summary.ts'
import { useState } from 'react'
import { grouped } from '../../../ui/grouped.ts'
import { buttonStyle } from '../../../ui/button.ts'
import { ChartMark } from '../charts/chart-tooltip.tsx'
import { EmptyChart } from '../charts/empty-chart.tsx'
import { percent } from '../ui/percent.ts'

const SHOWN = 4

/** The most frequent choices, with their counts. Shows four at first. */
export function RankedList({ items }: { items: ChartItem[] }) {
  const [expanded, setExpanded] = useState(false)
  const chosen = items.filter(({ value }) => value > 0)
  if (chosen.length === 0) return <EmptyChart kind="bars">No submissions found</EmptyChart>

  return (
    <>
      <ol className="ranked">
        {chosen.slice(0, expanded ? undefined : SHOWN).map((item) => (
          <ChartMark key={item.name} item={item}>
            <li>
              <span className="ranked-name">{item.name}</span>
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
      {chosen.length > SHOWN && (
        <button
          type="button"
          aria-expanded={expanded}
          onClick={() => setExpanded(!expanded)}
          className={buttonStyle('bare', 'mt-1 -ml-2 text-small')}
        >
          {expanded ? 'Show Less' : `View All (${chosen.length})`}
        </button>
      )}
    </>
  )
}
