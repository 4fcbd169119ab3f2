import type { ChartItem } from '#shared/list/summary.ts'
import { wholePercent } from '../ui/percent.ts'
import { ChartMark } from './chart-tooltip.tsx'
import { pieSlices } from './pie-geometry.ts'
import { toneOf } from './tones.ts'
import { canPick, type ItemFilter, usePick } from './use-pick.ts'

const RADIUS = 88
/** The least percentage of a slice with a label. Narrower slices have no space for one; the key shows their share. */
const LABELLED = 4

type PieDrawingProps = { items: ChartItem[]; total: number; offered: readonly string[]; filter: ItemFilter }

/** A pie without its key. The caller also draws the key, which is the table for screen readers. */
export function PieDrawing({ items, total, offered, filter }: PieDrawingProps) {
  const pickOf = usePick(filter)
  const drawn = items.filter(({ value }) => value > 0)
  const slices = pieSlices(
    drawn.map(({ value }) => value),
    RADIUS,
  )
  const marks = drawn.map((item, index) => ({ item, slice: slices[index]! }))

  return (
    <svg viewBox="-130 -116 260 232" aria-hidden="true" className="pie-drawing">
      {/* The colours are offset a little from the outlines, as in all drawings of the site. */}
      <g transform="translate(3 2.5)">
        {marks.map(({ item, slice }) => (
          <path key={item.name} d={slice.path} fill={`url(#${toneOf(item.name, offered)})`} />
        ))}
      </g>
      {marks.map(({ item, slice }) => (
        <ChartMark key={item.name} item={item}>
          {/* The key beside the pie offers the same filters by keyboard. */}
          <path
            d={slice.path}
            onClick={canPick(filter, item.name) ? pickOf(item.name).pick : undefined}
            className="pie-slice"
          />
        </ChartMark>
      ))}
      {marks
        .filter(({ item }) => item.percentage >= LABELLED)
        .map(({ item, slice }) => (
          <text key={item.name} x={slice.labelX} y={slice.labelY} className="pie-label">
            {wholePercent(item.value, total)}
          </text>
        ))}
    </svg>
  )
}
