import type { ChartItem } from '#shared/list/summary.ts'
import { grouped } from '../../../ui/grouped.ts'
import { percent } from '../ui/words.ts'
import { ChartMark, type ItemFilter, PickButton, shownName, toneOf } from './chart.tsx'

const LONG = 24

type BarChartProps = { title: string; items: ChartItem[]; offered: readonly string[]; filter: ItemFilter }

export function BarChart({ title, items, offered, filter }: BarChartProps) {
  const hasLongNames = items.some(({ name }) => shownName(filter, name).length > LONG)
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
          <ChartMark key={item.name} item={item} filter={filter}>
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

function Bar({ share, tone }: { share: number; tone: string }) {
  return (
    <svg className="bar-drawing">
      {share > 0 && <rect width={`${share * 100}%`} height="100%" fill={`url(#${tone})`} />}
    </svg>
  )
}
