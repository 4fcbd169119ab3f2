import type { ChartItem } from '#shared/list/summary.ts'
import { grouped } from '../../../ui/grouped.ts'
import { percent } from '../ui/percent.ts'
import { toneOf } from './tones.ts'
import { ChartMark } from './chart-tooltip.tsx'
import { PickButton } from './pick-button.tsx'
import type { ItemFilter } from './use-pick.ts'

const LONG = 24

type BarChartProps = { title: string; items: ChartItem[]; offered: readonly string[]; filter: ItemFilter }

/**
 * Horizontal bars from zero, each with its name and count. The chart is a table whose second column is drawn. A press
 * on a row filters by it.
 */
export function BarChart({ title, items, offered, filter }: BarChartProps) {
  // If a name is too long for one line, all names are above their bars.
  const hasLongNames = items.some(({ name }) => name.length > LONG)
  const largest = Math.max(...items.map(({ value }) => value), 1)

  return (
    <table className={hasLongNames ? 'bars bars-stacked' : 'bars'}>
      <caption className="sr-only">{title}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Name</th>
          <td aria-hidden="true" />
          <th scope="col">Count</th>
          <th scope="col">Percentage</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <ChartMark key={item.name} item={item}>
            <tr className="pickable">
              <th scope="row">
                <PickButton filter={filter} name={item.name} />
              </th>
              <td className="bar" aria-hidden="true">
                <Bar share={item.value / largest} tone={toneOf(item.name, offered)} />
              </td>
              <td>{grouped(item.value)}</td>
              <td>{percent(item.percentage)}</td>
            </tr>
          </ChartMark>
        ))}
      </tbody>
    </table>
  )
}

/** `share` of the full width, 0 to 1. */
function Bar({ share, tone }: { share: number; tone: string }) {
  return (
    <svg className="bar-drawing">
      {share > 0 && <rect width={`${share * 100}%`} height="100%" fill={`url(#${tone})`} />}
    </svg>
  )
}
