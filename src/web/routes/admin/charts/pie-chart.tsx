import type { ChartItem } from '#shared/summary.ts'
import { grouped } from '../../../ui/grouped.ts'
import { wholePercent } from '../percent.ts'
import { toneOf } from './tones.ts'
import { ChartMark } from './chart-tooltip.tsx'
import { pieSlices } from './pie-geometry.ts'

const RADIUS = 88
/** Narrower slices have no room for a label beside their neighbours'; the key has it. */
const LABELLED = 4

type PieChartProps = { title: string; items: ChartItem[]; offered: readonly string[] }

/** A pie with its key, which is also the table for those who cannot see the pie. */
export function PieChart({ title, items, offered }: PieChartProps) {
  const slices = pieSlices(
    items.map(({ value }) => value),
    RADIUS,
  )
  const drawn = items.map((item, index) => ({ item, slice: slices[index]! })).filter(({ item }) => item.value > 0)

  return (
    <div className="pie">
      <svg viewBox="-124 -112 248 224" aria-hidden="true" className="pie-drawing">
        {/* The colours are printed a little out of register, like everything that is drawn here. */}
        <g transform="translate(4 3)">
          {drawn.map(({ item, slice }) => (
            <path key={item.name} d={slice.path} fill={`url(#${toneOf(item.name, offered)})`} />
          ))}
        </g>
        {drawn.map(({ item, slice }) => (
          <ChartMark key={item.name} item={item}>
            <path d={slice.path} className="pie-slice" />
          </ChartMark>
        ))}
        {drawn
          .filter(({ item }) => item.percentage >= LABELLED)
          .map(({ item, slice }) => (
            <text key={item.name} x={slice.labelX} y={slice.labelY} className="pie-label">
              {wholePercent(item.percentage)}
            </text>
          ))}
      </svg>
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
                <td>{wholePercent(item.percentage)}</td>
              </tr>
            </ChartMark>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Swatch({ tone }: { tone: string }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className="swatch">
      <rect x="0.75" y="0.75" width="14.5" height="14.5" fill={`url(#${tone})`} />
    </svg>
  )
}
