import type { ChartItem } from '#shared/list/summary.ts'
import { grouped } from '../../../ui/grouped.ts'
import { wholePercent } from '../ui/percent.ts'
import { ChartMark } from './chart-tooltip.tsx'
import { PickButton } from './pick-button.tsx'
import { PieDrawing } from './pie-drawing.tsx'
import { Swatch } from './swatch.tsx'
import { toneOf } from './tones.ts'
import { canPick, type ItemFilter } from './use-pick.ts'

type PieChartProps = {
  title: string
  items: ChartItem[]
  /** The number of sign-ups that the whole pie stands for. */
  total: number
  offered: readonly string[]
  filter: ItemFilter
}

/** A pie with its key. The key is also the table for screen readers. */
export function PieChart({ title, items, total, offered, filter }: PieChartProps) {
  return (
    <div className="pie">
      <PieDrawing items={items} total={total} offered={offered} filter={filter} />
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
              <tr className={canPick(filter, item.name) ? 'pickable' : undefined}>
                <th scope="row">
                  <Swatch tone={toneOf(item.name, offered)} />
                  {canPick(filter, item.name) ? <PickButton filter={filter} name={item.name} /> : item.name}
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
