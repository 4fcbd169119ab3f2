import type { ChartItem } from '#shared/summary.ts'
import { grouped } from '../../../ui/grouped.ts'
import { wholePercent } from '../ui/percent.ts'
import { ChartMark } from './chart-tooltip.tsx'
import { PieDrawing } from './pie-drawing.tsx'
import { Swatch } from './swatch.tsx'
import { toneOf } from './tones.ts'

type PieChartProps = {
  title: string
  items: ChartItem[]
  /** The sign-ups of which the slices are shares. */
  total: number
  offered: readonly string[]
}

/** A pie with its key. The key is also the table for screen readers. */
export function PieChart({ title, items, total, offered }: PieChartProps) {
  return (
    <div className="pie">
      <PieDrawing items={items} total={total} offered={offered} />
      <table className="key">
        <caption className="sr-only">{title}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Count</th>
            <th scope="col">Percentage</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <ChartMark key={item.name} item={item}>
              <tr>
                <th scope="row">
                  <Swatch tone={toneOf(item.name, offered)} />
                  {item.name}
                </th>
                <td>{grouped(item.value)}</td>
                <td>{wholePercent(item.value, total)}</td>
              </tr>
            </ChartMark>
          ))}
        </tbody>
      </table>
    </div>
  )
}
